// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReplayTable, type Frames } from "../src/lib/replay-table.svelte";
import { settings } from "../src/lib/settings.svelte";
import { logLine, routesFacts, routesScene } from "./examples";

function frames(changed: Partial<Frames<"routes">> = {}): Frames<"routes"> {
  const step = (turn: number): Frames<"routes">["steps"][number] => ({
    action: `draw ${turn}`,
    told: `draw card ${turn}`,
    seat: (turn - 1) % 2,
    changed: turn === 2 ? { turn, decks: [90] } : { turn },
    said: [logLine(turn)],
    asked: turn === 3 ? "over" : "turn",
    next: turn === 3 ? null : turn % 2,
  });
  return {
    game: "america",
    rules: 1,
    options: {},
    names: ["Aoi", "Ben"],
    seats: 2,
    eyes: "all",
    language: "en",
    plies: 3,
    over: true,
    start: routesScene(),
    said: [logLine(0)],
    asked: "turn",
    next: 0,
    steps: [step(1), step(2), step(3)],
    ...changed,
  };
}

let table: ReplayTable<"routes">;

beforeEach(() => {
  settings.set({ motion: "off" });
  const start = {
    game: "america",
    options: {},
    facts: routesFacts(),
    quickVerbs: new Set<string>(),
  };
  table = new ReplayTable({ record: "{}" }, frames(), start);
});

function shown(): (number | undefined)[] {
  return [table.ply, table.scene?.turn, table.scene?.decks[0], table.log.length];
}

describe("scrubbing", () => {
  it("begins at the first position", () => {
    expect(shown()).toEqual([0, 0, 100, 1]);
    expect([table.told, table.mover, table.seat, table.over]).toEqual(["", null, 0, false]);
  });

  it("shows every position with its log and its mover, in any order", () => {
    table.go(2);
    expect(shown()).toEqual([2, 2, 90, 3]);
    expect([table.told, table.mover]).toEqual(["draw card 2", 1]);
    table.go(1);
    expect(shown()).toEqual([1, 1, 100, 2]);
    table.go(3);
    expect(shown()).toEqual([3, 3, 90, 4]);
    expect([table.over, table.seat]).toEqual([true, null]);
  });

  it("stops at both ends", () => {
    table.go(-5);
    expect(table.ply).toBe(0);
    table.go(99);
    expect(table.ply).toBe(3);
    table.forward();
    expect(table.ply).toBe(3);
  });

  it("goes forward as it was played, and back to the same positions", async () => {
    for (let ply = 0; ply < 3; ply++) table.forward();
    await table.shown();
    expect(shown()).toEqual([3, 3, 90, 4]);
    table.go(0);
    expect(shown()).toEqual([0, 0, 100, 1]);
  });

  it("forgets steps that were still to be shown when it jumps", async () => {
    table.forward();
    table.forward();
    table.go(0);
    await table.shown();
    expect(shown()).toEqual([0, 0, 100, 1]);
  });
});

describe("a replay", () => {
  it("has nothing to do", async () => {
    expect([table.replay, table.mine, table.legal]).toEqual([true, false, []]);
    expect(await table.act()).toBe(false);
    expect(await table.undo()).toBe(false);
    expect(await table.plan()).toBeNull();
    expect((await table.why("pass")).legal).toBe(false);
  });

  it("keeps its place when it is seen through other eyes", async () => {
    const asked = vi.fn<typeof fetch>().mockResolvedValue(Response.json(frames({ eyes: 1 })));
    vi.stubGlobal("fetch", asked);
    table.go(2);
    await table.lookAs(1);
    vi.unstubAllGlobals();
    expect(asked.mock.calls[0]?.[0]).toMatch(/^\/api\/replays\?.*eyes=1/);
    expect([table.ply, table.eyes, table.me]).toEqual([2, 1, 1]);
  });

  it("ends earlier where other eyes have fewer plies", async () => {
    const shorter = frames({ steps: frames().steps.slice(0, 1), over: false });
    vi.stubGlobal("fetch", vi.fn<typeof fetch>().mockResolvedValue(Response.json(shorter)));
    table.go(3);
    await table.lookAs("none");
    vi.unstubAllGlobals();
    expect([table.ply, table.plies, table.over]).toEqual([1, 1, false]);
  });
});
