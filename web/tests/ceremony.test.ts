import { describe, expect, it } from "vitest";
import { ceremonyOf, stepTime } from "../src/app/ceremony";
import { lineOf, scaleOf } from "../src/lib/score-chart";
import type { SheetLine } from "../src/generated/messages";

const line = (points: number, changed: Partial<SheetLine> = {}): SheetLine => ({
  clause: "RT-7.1",
  text: "line",
  points,
  ...changed,
});
const place = (place: number, seat: number) => ({ place, seat, score: 0 });

describe("ceremonyOf", () => {
  const routes = line(20);
  const done = line(9, { late: true, ticket: 4, routes: [1, 2] });
  const missed = line(-7, { late: true, ticket: 0 });
  const longest = line(10, { late: true, routes: [3] });

  it("tells all tickets first, the last place first, then the bonuses", () => {
    const sheet = [
      [routes, done, longest],
      [routes, missed],
    ];
    const { start, steps } = ceremonyOf({ sheet, places: [place(1, 0), place(2, 1)] });
    expect(start).toEqual([20, 20]);
    expect(steps).toEqual([
      { seat: 1, line: missed, score: 13 },
      { seat: 0, line: done, score: 29 },
      { seat: 0, line: longest, score: 39 },
    ]);
  });

  it("tells whole sheets where nothing is scored at the end", () => {
    const sheet = [[line(50), line(-20)], [line(60)]];
    const { start, steps } = ceremonyOf({ sheet, places: [place(1, 1), place(2, 0)] });
    expect(start).toEqual([0, 0]);
    expect(steps.map(({ seat, score }) => [seat, score])).toEqual([
      [0, 50],
      [0, 30],
      [1, 60],
    ]);
  });

  it("hurries when there is much to tell", () => {
    expect(stepTime(3)).toBe(1300);
    expect(stepTime(30)).toBeLessThan(800);
    expect(stepTime(500)).toBe(400);
  });
});

describe("a chart of scores", () => {
  it("has zero on it, and the highest score on top", () => {
    const scale = scaleOf([[0, -5], [10, 5]], 100, 50);
    expect(scale.y(10)).toBeLessThan(scale.y(0));
    expect(scale.y(0)).toBeLessThan(scale.y(-5));
    expect(lineOf([[0, -5], [10, 5]], 0, scale)).toBe("M6 31.3L94 6");
  });

  it("does not divide by nothing", () => {
    const scale = scaleOf([[0]], 100, 50);
    expect(lineOf([[0]], 0, scale)).toBe("M6 44");
  });
});
