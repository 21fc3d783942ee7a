// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askToNotify, TurnAlert } from "../src/app/turn-alert";
import { settings } from "../src/lib/settings.svelte";
import { playSound } from "../src/lib/sounds";

vi.mock("../src/lib/sounds", () => ({ playSound: vi.fn() }));

class FakeNotice {
  static permission = "granted";
  static shown: FakeNotice[] = [];
  static requestPermission = vi.fn(() => Promise.resolve(FakeNotice.permission));
  closed = false;
  onclick: (() => void) | null = null;

  constructor(
    readonly title: string,
    readonly options: { tag: string },
  ) {
    FakeNotice.shown.push(this);
  }
  close() {
    this.closed = true;
  }
}

const held = new Set<string>();
const locks = {
  query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
  request: async (name: string, _: unknown, work: () => Promise<void>) => {
    held.add(name);
    await work();
    held.delete(name);
  },
};
let hidden = true;
let alert: TurnAlert;
const played = vi.mocked(playSound);

beforeEach(() => {
  FakeNotice.shown = [];
  FakeNotice.permission = "granted";
  FakeNotice.requestPermission.mockClear();
  held.clear();
  played.mockClear();
  hidden = true;
  vi.stubGlobal("Notification", FakeNotice);
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  settings.set({ notify: true });
  alert = new TurnAlert({ id: "abc", game: "america", held: [0] });
});

afterEach(() => {
  alert.end();
  vi.unstubAllGlobals();
});

async function turnBegins(): Promise<void> {
  alert.set(false);
  alert.set(true);
  await new Promise((resolve) => setTimeout(resolve));
}

function look(visible: boolean): void {
  hidden = !visible;
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("when it becomes my turn", () => {
  it("sounds once, and not for a turn that was mine when the page opened", () => {
    alert.set(true);
    expect(played).not.toHaveBeenCalled();
    alert.set(false);
    alert.set(true);
    alert.set(true);
    expect(played.mock.calls).toEqual([["turn"]]);
  });

  it("shows one notice of the table's own while the page is hidden", async () => {
    await turnBegins();
    expect(FakeNotice.shown.map((one) => one.options.tag)).toEqual(["ekiben-abc"]);
  });

  it("shows none on a page that is looked at", async () => {
    look(true);
    await turnBegins();
    expect(FakeNotice.shown).toEqual([]);
  });

  it("shows none while another page of the table is looked at", async () => {
    held.add("ekiben-seen-abc");
    await turnBegins();
    expect(FakeNotice.shown).toEqual([]);
  });

  it("shows none unless it is wanted and allowed", async () => {
    settings.set({ notify: false });
    await turnBegins();
    settings.set({ notify: true });
    FakeNotice.permission = "default";
    await turnBegins();
    expect(FakeNotice.shown).toEqual([]);
    expect(FakeNotice.requestPermission).not.toHaveBeenCalled();
  });

  it("shows none where everybody plays on one screen", async () => {
    alert.end();
    alert = new TurnAlert({ id: "abc", game: "america", held: [0, 1] });
    await turnBegins();
    expect(FakeNotice.shown).toEqual([]);
  });
});

describe("the notice goes", () => {
  it("when I come back", async () => {
    await turnBegins();
    look(true);
    expect(FakeNotice.shown[0]?.closed).toBe(true);
  });

  it("when the turn is over, on a click, and with the page", async () => {
    await turnBegins();
    alert.set(false);
    await turnBegins();
    FakeNotice.shown[1]?.onclick?.();
    await turnBegins();
    alert.end();
    expect(FakeNotice.shown.map((one) => one.closed)).toEqual([true, true, true]);
  });
});

it("asks for the permission only when told to", async () => {
  expect(FakeNotice.requestPermission).not.toHaveBeenCalled();
  FakeNotice.permission = "denied";
  expect(await askToNotify()).toBe(false);
});
