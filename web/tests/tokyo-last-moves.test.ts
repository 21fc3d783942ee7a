// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { lastMoves } from "../src/tokyo/last-moves";
import { Lattice } from "../src/tokyo/lattice";
import { postOfSubjects, subjectsOf } from "../src/tokyo/log-subjects";
import type { LogLine } from "../src/lib/wire";
import { logLine } from "./examples";

/** Three rows of four posts. */
const lattice = new Lattice({
  rows: 3,
  columns: 4,
  pitch: 30,
  lines: ["e", "se", "s", "sw"],
  costs: [],
  cities: [],
  ferries: [],
});
const figures = { trains: ["27-2", "33-2"], upgrade: { speed: 30, load: 20, both: 50 } };
const line = (n: number, kind: string, seat: number, more: Partial<LogLine> = {}): LogLine =>
  logLine(n, { kind, seat, ...more });
const step = (n: number, seat: number, post: string, direction = "e"): LogLine =>
  line(n, "stepped", seat, { post, direction });
const built = (n: number, seat: number, post: string): LogLine =>
  line(n, "built", seat, { post, direction: "e", cost: 4, fee: 0 });
const of = (log: LogLine[], viewer: number | null = 0) => lastMoves(log, viewer, lattice, figures);

describe("the last moves of the others", () => {
  it("have runs, links, jobs and what became of the money", () => {
    const [move, ...others] = of([
      line(0, "stopped", 0),
      line(1, "turn", 1),
      step(2, 1, "r0c1"),
      line(3, "fee-paid", 1, { owner: 2, amount: 10 }),
      step(4, 1, "r0c2"),
      line(5, "unloaded", 1, { job: "a01" }),
      line(6, "loaded", 1, { job: "b02" }),
      line(7, "rewarded", 1, { job: "a01", amount: 30 }),
      built(8, 1, "r1c0"),
    ]);
    expect(move).toEqual({
      seat: 1,
      runs: [[0, 1, 2]],
      links: [16],
      loaded: ["b02"],
      delivered: ["a01"],
      money: 30 - 10 - 4,
    });
    expect(others).toMatchObject([{ seat: 2, money: 10 }]);
  });

  it("are gone once the viewer moves, but not when something befalls the viewer", () => {
    const log = [line(1, "turn", 1), step(2, 1, "r0c1")];
    expect(of([...log, line(3, "taxed", 0, { amount: 5 })])).toHaveLength(1);
    expect(of([...log, line(3, "turn", 0), step(4, 0, "r2c1")])).toEqual([]);
  });

  it("are the latest of each seat", () => {
    const log = [line(1, "turn", 1), built(2, 1, "r0c0"), line(3, "turn", 1), built(4, 1, "r2c0")];
    expect(of(log)).toMatchObject([{ links: [32], money: -4 }]);
  });

  it("leave out what was taken back", () => {
    const log = [line(1, "turn", 1), built(2, 1, "r0c0"), built(3, 1, "r1c0")];
    const undone = line(4, "undone", 1, { action: "build r1c0 e" });
    expect(of([...log, undone])).toMatchObject([{ links: [0], money: -4 }]);
  });

  it("know what an upgrade cost by the train before it", () => {
    const faster = line(2, "upgraded", 1, { speed: 33, load: 2 });
    expect(of([line(1, "turn", 1), faster])).toMatchObject([{ money: -30 }]);
    const larger = line(4, "upgraded", 1, { speed: 33, load: 3 });
    const log = [line(1, "turn", 1), faster, line(3, "turn", 1), larger];
    expect(of(log)).toMatchObject([{ money: -20 }]);
  });
});

describe("what a line speaks of", () => {
  it("is all that its events name", () => {
    const [first, second] = [step(2, 1, "r0c1"), { ...step(3, 1, "r0c2"), line: 2 }];
    const log = [first, second, line(4, "loaded", 1, { job: "a01" })];
    const subjects = subjectsOf(log, { ...second, n: 2 }, lattice);
    expect(subjects).toMatchObject({ runs: [[0, 1, 2]], jobs: [] });
    expect(postOfSubjects(subjects, lattice)).toBe(2);
    expect(subjectsOf(log, log[2] ?? null, lattice).jobs).toEqual(["a01"]);
    expect(postOfSubjects(subjectsOf(log, null, lattice), lattice)).toBeNull();
  });
});
