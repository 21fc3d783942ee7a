import { describe, expect, it } from "vitest";
import {
  countSolved,
  expectation,
  fits,
  nextPuzzle,
  noteAnswer,
  parseProgress,
  ratingAfter,
  START,
  type Progress,
} from "../src/puzzles/progress";

const DAY = "2026-11-16";
const puzzle = (id: string, rating = 1200, game = "london", kind = "block") => ({
  id,
  game,
  kind,
  rating,
});
const after = (...answers: [string, boolean][]): Progress =>
  answers.reduce((progress, [id, right]) => noteAnswer(progress, puzzle(id), right, DAY), START);

describe("streaks", () => {
  it("grow with right answers and end with a wrong one", () => {
    expect(after(["a", true], ["b", true])).toMatchObject({ streak: 2, best: 2 });
    expect(after(["a", true], ["b", true], ["c", false], ["d", true])).toMatchObject({
      streak: 1,
      best: 2,
    });
  });

  it("count only the first answer to a puzzle", () => {
    const failed = after(["a", false]);
    expect(noteAnswer(failed, puzzle("a"), true, DAY)).toBe(failed);
    const solved = after(["a", true]);
    expect(noteAnswer(solved, puzzle("a"), false, DAY)).toBe(solved);
    expect(countSolved(after(["a", true], ["b", false], ["a", true]))).toBe(1);
  });

  it("are kept for a bounded number of puzzles", () => {
    const before = Array.from({ length: 2000 }, (_, n) => [`p${n}`, { right: true, day: DAY }]);
    const full: Progress = { ...START, answers: Object.fromEntries(before) as Progress["answers"] };
    const kept = noteAnswer(full, puzzle("new"), true, DAY);
    expect(Object.keys(kept.answers)).toHaveLength(2000);
    expect(Object.hasOwn(kept.answers, "p0")).toBe(false);
    expect(kept.answers.new).toEqual({ right: true, day: DAY });
  });
});

describe("ratings", () => {
  it("expect half against an equal and ten to one at 400 points", () => {
    expect(expectation(1500, 1500)).toBe(0.5);
    expect(expectation(1500, 1900)).toBeCloseTo(1 / 11);
    expect(expectation(1900, 1500) + expectation(1500, 1900)).toBeCloseTo(1);
  });

  it("gain more from a hard puzzle and lose more by an easy one", () => {
    const gain = (rating: number): number => ratingAfter(1200, rating, true, 0) - 1200;
    expect(gain(1200)).toBe(24);
    expect(gain(1800)).toBeGreaterThan(gain(1000));
    expect(ratingAfter(1200, 900, false, 0)).toBeLessThan(ratingAfter(1200, 1700, false, 0));
  });

  it("move less after the first twenty, and never below the lowest", () => {
    expect(ratingAfter(1200, 1200, true, 20)).toBe(1210);
    expect(ratingAfter(400, 800, false, 0)).toBe(400);
  });
});

describe("what is kept", () => {
  it("is read again as it was written", () => {
    const kept = after(["a", true], ["b", false]);
    expect(parseProgress(JSON.stringify(kept))).toEqual(kept);
  });

  it.each([null, "", "{", "[]", "3", '{"format":2}', '{"format":1,"rating":"x"}'])(
    "starts afresh from %s",
    (text) => {
      expect(parseProgress(text)).toBe(START);
    },
  );

  it("does not trust answers of another shape", () => {
    expect(parseProgress(JSON.stringify({ ...START, answers: { a: true } }))).toBe(START);
    expect(parseProgress(JSON.stringify({ ...START, answers: null }))).toBe(START);
  });
});

describe("the next puzzle", () => {
  const all = [
    puzzle("easy", 800),
    puzzle("even", 1200),
    puzzle("hard", 2000),
    puzzle("trip", 1200, "tokyo", "trip"),
  ];
  const any = { game: "", kind: "" };
  const first = (progress: Progress, filter = any, last: string | null = null): string | undefined =>
    nextPuzzle(all, progress, filter, last, () => 0)?.id;

  it("is near one's own rating", () => {
    expect(first(START)).toBe("even");
    expect(first({ ...START, rating: 1900 })).toBe("hard");
  });

  it("is of the wanted game and kind", () => {
    expect(first(START, { game: "tokyo", kind: "" })).toBe("trip");
    expect(first(START, { game: "", kind: "trip" })).toBe("trip");
    expect(first(START, { game: "london", kind: "trip" })).toBeUndefined();
    expect(all.filter((one) => fits({ game: "london", kind: "block" }, one))).toHaveLength(3);
  });

  it("is not the last one, nor one that was answered", () => {
    expect(first(START, { game: "london", kind: "" }, "even")).toBe("easy");
    expect(first(after(["even", true]), { game: "london", kind: "" })).not.toBe("even");
  });

  it("is a wrong one again when all were answered", () => {
    const done = after(["easy", true], ["even", true], ["hard", false], ["trip", true]);
    expect(first(done)).toBe("hard");
    expect(first(done, any, "hard")).toBeDefined();
  });

  it("is any of the nearest, by luck", () => {
    expect(nextPuzzle(all, START, any, null, () => 0.999)?.id).toBe("hard");
  });
});
