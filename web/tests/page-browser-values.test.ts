// What a browser keeps by itself, taken along: what is missing is taken, what is here stays.
import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();

/** Local storage whose keys are its own, as Object.keys finds them. */
function fakeStorage(): Storage {
  return new Proxy({} as Storage, {
    get: (_, name) =>
      name === "getItem"
        ? (key: string) => kept.get(key) ?? null
        : (key: string, value: string) => void kept.set(key, value),
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", fakeStorage());
});

const game = (table: string, at: number): object => ({ table, game: "london", at });

test("everything of ours goes along, and nothing else", async () => {
  const { browserValues } = await import("../src/page/browser-values");
  for (const key of ["ekiben-settings", "ekiben-boards", "other"]) kept.set(key, key);
  expect(browserValues()).toEqual({ "ekiben-settings": "ekiben-settings" });
});

test("what is here stays; games are added to the list", async () => {
  const { replaceValues, takeMissing } = await import("../src/page/browser-values");
  kept.set("ekiben-settings", "mine");
  kept.set("ekiben-recent", JSON.stringify([game("b", 2)]));
  const different = takeMissing({
    "ekiben-settings": "theirs",
    "ekiben-puzzles": "solved",
    "ekiben-recent": JSON.stringify([game("c", 3), game("b", 9), { table: 7 }]),
    other: "not ours",
  });
  expect(different).toEqual({ "ekiben-settings": "theirs" });
  expect(kept.get("ekiben-settings")).toBe("mine");
  expect(kept.get("ekiben-puzzles")).toBe("solved");
  expect(kept.has("other")).toBe(false);
  expect(JSON.parse(kept.get("ekiben-recent") ?? "")).toEqual([game("c", 3), game("b", 2)]);
  replaceValues(different);
  expect(kept.get("ekiben-settings")).toBe("theirs");
});
