import { describe, expect, it } from "vitest";
import { betterOf, choiceAt, isBefore, nextFault, reasonsOf } from "../src/review/choices";
import { chanceLine, curveOf, errorBand, largestError, pointAt, wholePercents } from "../src/review/curve";
import { accountOf, exactPercent, largestLuck, luckOf, stepsOf } from "../src/review/luck";
import type { Choice, Label, Ledger, LedgerLine, Outlook, Review } from "../src/review/types";

function outlook(...chances: number[]): Outlook {
  const flat = chances.map(() => 0);
  return { chances, error: 0.01, places: flat, margins: flat, playouts: 100 };
}

function choice(at: number, label: Label, actions = ["draw red"]): Choice {
  const made = { actions, text: "", chance: 0.4, gain: 0, error: 0, made: true };
  const best = { actions: ["claim a-b"], text: "", chance: 0.5, gain: 0.1, error: 0.01, made: false };
  const alternatives = label === "best" ? [made, { ...best, gain: -0.1 }] : [best, made];
  const judged = { chance: 0.4, loss: label === "best" ? 0 : 0.1, error: 0.01, label };
  return { at, actions, text: "", ...judged, alternatives, explanations: [] };
}

describe("the choice in sight", () => {
  const choices = [choice(2, "best"), choice(3, "mistake"), choice(8, "blunder", ["a", "b", "c"])];

  it("is the one to be made, else the one just made, else none", () => {
    expect([0, 2, 3, 4, 5, 8, 10, 11, 12].map((ply) => choiceAt(choices, ply)?.at)).toEqual([
      undefined, 2, 3, 3, undefined, 8, 8, 8, undefined,
    ]);
  });

  it("is to be made only at its own ply", () => {
    const made = choice(3, "good");
    expect([isBefore(made, 3), isBefore(made, 4)]).toEqual([true, false]);
  });

  it("jumps from fault to fault, past good choices", () => {
    expect(nextFault(choices, 0, 1)?.at).toBe(3);
    expect(nextFault(choices, 3, 1)?.at).toBe(8);
    expect(nextFault(choices, 8, 1)).toBeNull();
    expect(nextFault(choices, 8, -1)?.at).toBe(3);
    expect(nextFault(choices, 3, -1)).toBeNull();
  });

  it("has something better only where it was not the best", () => {
    expect(betterOf(choice(1, "best"))).toBeNull();
    expect(betterOf(choice(1, "mistake"))?.actions).toEqual(["claim a-b"]);
    const explanations = [{ key: "k", text: "t", evidence: [] }];
    expect(reasonsOf({ ...choice(1, "best"), explanations })).toEqual([]);
    expect(reasonsOf({ ...choice(1, "good"), explanations })).toBe(explanations);
  });
});

describe("the curve", () => {
  const moments = [0, 2, 5].map((at) => ({ at, outlook: outlook(0.25, 0.75), beliefs: [] }));
  const own = { seat: 1, accuracy: 80, labels: {}, turning_points: [], lessons: [] };
  const ledger = { start: [], lines: [], result: [], totals: [], curve: [outlook(1, 0)] };
  const review: Review = {
    game: "london", names: ["A", "B"], language: "en", passes: 1, playouts: 1, done: 1, limits: {},
    seats: [{ ...own, moments, choices: [], surprises: [] }],
    ledger,
  };

  it("is what the seat knew, or the truth; of other seats only the truth is known", () => {
    expect(curveOf(review, 1, false)).toBe(moments);
    expect(curveOf(review, 1, true)).toEqual([{ at: 0, outlook: outlook(1, 0) }]);
    expect(curveOf(review, 0, false)).toHaveLength(1);
    expect(curveOf({ ...review, ledger: null }, null, true)).toEqual([]);
  });

  it("says what was judged last", () => {
    expect([0, 1, 2, 4, 9].map((ply) => pointAt(moments, ply)?.at)).toEqual([0, 0, 2, 2, 5]);
    expect(pointAt([], 3)).toBeNull();
  });

  it("is drawn over the whole game", () => {
    expect(chanceLine(moments, 0, 5)).toBe("M0 75L400 75L1000 75");
    expect(errorBand(moments, 0, 5).split("L")).toHaveLength(6);
    expect(largestError(moments)).toBeCloseTo(0.0196);
  });

  it("has percents that add up", () => {
    expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(wholePercents([0.005, 0.995])).toEqual([1, 99]);
    expect(wholePercents([])).toEqual([]);
  });
});

describe("the ledger", () => {
  const line = (at: number, kind: LedgerLine["kind"], seat: number | null, shift: number) => ({
    at, kind, seat, shifts: [shift, -shift], text: "", told: "",
  });
  const ledger: Ledger = {
    start: [5000, 5000],
    lines: [
      line(0, "deal", null, 300),
      line(1, "choice", 0, -100),
      line(1, "draw", 0, 250),
      line(2, "choice", 1, 50),
      line(3, "draw", 0, 4500),
    ],
    result: [10000, 0],
    totals: [],
    curve: [],
  };

  it("adds up from equal chances to the result, for every seat", () => {
    for (const seat of [0, 1]) {
      const account = accountOf(ledger, seat);
      expect(stepsOf(account).at(-1)?.to).toBe(account.result);
    }
  });

  it("tells luck, own choices and the others' apart", () => {
    const account = accountOf(ledger, 0);
    expect(account.entries).toEqual([
      { kind: "deal", amount: 300 },
      { kind: "draw", amount: 4750 },
      { kind: "own", amount: -100 },
      { kind: "others", amount: 50 },
    ]);
    expect(luckOf(account)).toBe(5050);
    expect(accountOf(ledger, 1).entries.at(-1)).toEqual({ kind: "others", amount: 100 });
  });

  it("names the largest strokes of luck, choices aside", () => {
    expect(largestLuck(ledger, 0, 2).map(({ at }) => at)).toEqual([3, 0]);
  });

  it("is written so that what is read adds up", () => {
    expect([1234, -5, 0].map((amount) => exactPercent(amount))).toEqual(["+12.34", "−0.05", "0.00"]);
    expect(exactPercent(5000, false)).toBe("50.00");
  });
});
