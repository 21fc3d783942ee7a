import { describe, expect, it } from "vitest";
import type { ExplorerGroup, ExplorerInfo } from "../src/generated/messages";
import { averageOf, heatOf, meanOf, rowsOf, sortRows, wilson } from "../src/explore/statistics";

const TICKETS = {
  name: "tickets",
  stages: ["offered", "kept"],
  bases: ["", "offered"],
  items: ["a-b", "c-d", "e-f"],
};
const ROUTES = { name: "routes", stages: ["claimed", "first"], bases: ["", ""], items: ["a-b", "c-d"] };
const GROUP: ExplorerGroup = {
  seats: 2,
  level: "hard",
  games: 100,
  players: 200,
  wins: 100,
  figures: { score: [2, 30, 500] },
  counts: {
    tickets: { offered: [100, 40, 0], kept: [50, 2, 0] },
    routes: { claimed: [100, 100], first: [10, 0] },
  },
  won: {
    tickets: { offered: [50, 20, 0], kept: [30, 2, 0] },
    routes: { claimed: [60, 45], first: [5, 0] },
  },
};
const INFO: ExplorerInfo = {
  game: "london",
  board: "",
  rules: 1,
  sources: [],
  tables: [TICKETS, ROUTES],
  groups: [GROUP],
};

describe("shares", () => {
  it("have the intervals that Python has", () => {
    const share = wilson(10, 100);
    expect(share?.low).toBeCloseTo(0.0552, 4);
    expect(share?.high).toBeCloseTo(0.1744, 4);
    expect(wilson(0, 0)).toBeNull();
  });

  it("are parts of the stage before, or of all seats", () => {
    const [first] = rowsOf(GROUP, TICKETS);
    expect(first?.stages.map(({ reached }) => reached?.value)).toEqual([0.5, 0.5]);
    expect(first?.stages[1]?.won?.value).toBe(0.6);
    expect(averageOf(GROUP)).toBe(0.5);
  });

  it("leave out what nobody reached", () => {
    expect(rowsOf(GROUP, TICKETS).map(({ id }) => id)).toEqual(["a-b", "c-d"]);
  });
});

describe("order", () => {
  const rows = rowsOf(GROUP, TICKETS);
  const names = (column: "won" | "name" | "reached:kept", falling: boolean) =>
    sortRows(rows, { column, falling }, ({ id }) => id).map(({ id }) => id);

  it("puts many cases before two that were lucky", () => {
    expect(names("won", true)).toEqual(["a-b", "c-d"]);
  });

  it("goes by names and by shares too", () => {
    expect(names("name", false)).toEqual(["a-b", "c-d"]);
    expect(names("reached:kept", false)).toEqual(["c-d", "a-b"]);
  });
});

describe("the board", () => {
  it("is coloured by how far wins are from the average", () => {
    const heat = heatOf(INFO, GROUP);
    expect(heat.get("a-b")).toBeCloseTo(1);
    expect(heat.get("c-d")).toBeCloseTo(-0.5);
  });

  it("has means beside it", () => {
    expect(meanOf([2, 30, 500])).toBe(15);
  });
});
