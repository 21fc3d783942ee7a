// Rows in memory: found, ordered and written as IndexedDB does, all of a write or nothing.
import { expect, test } from "vitest";
import { compare, MemoryRows } from "../src/page/memory-rows";
import { Conflict, doSteps, type Key, type Step } from "../src/page/rows";

const add = (store: Step["store"], key: Key, value: unknown): Step => ({ do: "add", store, key, value });

async function write(rows: MemoryRows, ...steps: Step[]): Promise<void> {
  await rows.run((transaction) => doSteps(transaction, steps));
}

test("keys are ordered as in IndexedDB", () => {
  const keys: Key[] = [["a", []], ["a", 10], "b", 2, ["a"], ["a", 9], 10, "a", ["a", "1"], ["b"]];
  expect(keys.sort(compare)).toEqual([
    ...[2, 10, "a", "b"],
    ...[["a"], ["a", 9], ["a", 10], ["a", "1"], ["a", []], ["b"]],
  ]);
});

test("a write that does not fit leaves everything as it was", async () => {
  const rows = new MemoryRows();
  await write(rows, add("tables", "abc", { over: false }), add("log", ["abc", 0], "first"));
  const late = write(
    rows,
    { do: "update", store: "tables", key: "abc", value: { over: true } },
    { do: "delete", store: "log", key: ["abc"], high: ["abc", []] },
    add("log", ["abc", 1], "second"),
    add("tables", "abc", {}),
  );
  await expect(late).rejects.toThrow(Conflict);
  expect(await rows.find({ store: "log" })).toEqual([[["abc", 0], "first"]]);
  expect(await rows.find({ store: "tables" })).toEqual([["abc", { over: false }]]);
});

test("a log is written to at its end only", async () => {
  const rows = new MemoryRows();
  const end = (value: number): Step => ({ do: "length", store: "log", key: "abc", value });
  await write(rows, end(0), add("log", ["abc", 0], ""), add("log", ["abc", 1], ""));
  await expect(write(rows, end(1), add("log", ["abc", 1], ""))).rejects.toThrow("2 rows, not 1");
  await expect(write(rows, end(3))).rejects.toThrow(Conflict);
  await write(rows, end(2), add("log", ["abc", 2], ""));
  expect(await rows.find({ store: "log", low: ["abc", 0], high: ["abc", []], last: true })).toEqual([
    [["abc", 2], ""],
  ]);
});

test("an index finds rows that have its fields, and may allow each once", async () => {
  const rows = new MemoryRows();
  await write(
    rows,
    add("tables", "b", { created: 2, public: 2 }),
    add("tables", "a", { created: 2 }),
    add("tables", "c", { created: 1, public: 1 }),
    add("deals", "d", { key: "day", created: 1 }),
  );
  const found = async (index: string): Promise<Key[]> =>
    (await rows.find({ store: "tables", index })).map(([key]) => key);
  expect(await found("created")).toEqual(["c", "a", "b"]);
  expect(await found("public")).toEqual(["c", "b"]);
  await expect(write(rows, add("deals", "e", { key: "day", created: 2 }))).rejects.toThrow(Conflict);
});
