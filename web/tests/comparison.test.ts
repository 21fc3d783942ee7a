import { describe, expect, it } from "vitest";
import { partingOf, scoresSideBySide } from "../src/deals/comparison";
import { dayAfter } from "../src/deals/days";
import type { Frames } from "../src/lib/replay-table.svelte";

let event = 0;

/** A step of a game: who did what, and what the log tells of it. */
function step(seat: number, action: string, ...texts: string[]): Frames["steps"][number] {
  const said = texts.map((text) => ({ n: ++event, line: event, kind: "did", seat, text }));
  return { action, told: `told: ${action}`, seat, changed: {}, said, asked: "turn", next: seat };
}

const opening = [step(0, "keep 1", "A keeps."), step(1, "draw red", "B draws red.")];

describe("where two games part", () => {
  it("is nowhere if they are the same", () => {
    expect(partingOf({ steps: opening }, { steps: opening })).toBeNull();
  });

  it("is the first action that differs, told in the sentences of that turn", () => {
    const first = [...opening, step(0, "draw red", "A draws red."), step(0, "draw deck", "A draws.")];
    const second = [...opening, step(0, "claim a-b"), step(0, "pay 2 red", "A claims A–B."), step(1, "draw deck", "B draws.")];
    expect(partingOf({ steps: first }, { steps: second })).toEqual({
      ply: 2,
      seat: 0,
      first: ["A draws red.", "A draws."],
      second: ["A claims A–B."],
    });
  });

  it("waits for choices that are told when all have chosen", () => {
    const kept = (text: string) => {
      const last = step(1, "keep 1");
      last.said = [0, 1].map((seat) => ({ n: seat, line: seat, kind: "kept", seat, text: `${seat} ${text}` }));
      return last;
    };
    const first = [step(0, "keep 1"), kept("one"), step(0, "draw red", "A draws.")];
    const second = [step(0, "keep 2"), kept("two"), step(0, "draw red", "A draws.")];
    const { first: one, second: other } = partingOf({ steps: first }, { steps: second }) ?? {};
    expect([one, other]).toEqual([["0 one"], ["0 two"]]);
  });

  it("tells the actions where the sentences are the same", () => {
    const first = [...opening, step(0, "keep 1", "A keeps one ticket.")];
    const second = [...opening, step(0, "keep 2", "A keeps one ticket.")];
    const { first: one, second: other } = partingOf({ steps: first }, { steps: second }) ?? {};
    expect([one, other]).toEqual([["told: keep 1"], ["told: keep 2"]]);
  });

  it("is the end of the shorter game if nothing else differs", () => {
    const longer = [...opening, step(0, "pass", "A passes.")];
    expect(partingOf({ steps: opening }, { steps: longer })).toEqual({
      ply: 2,
      seat: 0,
      first: [],
      second: ["A passes."],
    });
  });
});

describe("scores side by side", () => {
  it("are the people's together, and stay when a game is over", () => {
    const first = { scores: [[1, 5, 2], [4, 6, 3]] };
    const second = { scores: [[0, 9, 0]] };
    expect(scoresSideBySide(first, second, [0, 2])).toEqual([
      [3, 0],
      [7, 0],
    ]);
  });
});

describe("days", () => {
  it("go over the ends of months and years, by the world's clock", () => {
    expect(dayAfter("2027-01-01", -1)).toBe("2026-12-31");
    expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  });
});
