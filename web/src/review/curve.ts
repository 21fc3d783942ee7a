// The curve of the chances: what it is drawn from, and where.
import type { Outlook, Review, SeatReview } from "./types";

/** The chances of all seats after so many actions. */
export interface CurvePoint {
  at: number;
  outlook: Outlook;
}

/** The positions that were judged: by what a seat knew, or with everything known. */
export function curveOf(review: Review, seat: number | null, truth: boolean): CurvePoint[] {
  const own = seat === null ? undefined : seatReview(review, seat);
  if (own && !truth) return own.moments;
  return (review.ledger?.curve ?? []).map((outlook, at) => ({ at, outlook }));
}

export function seatReview(review: Review, seat: number): SeatReview | undefined {
  return review.seats.find((one) => one.seat === seat);
}

/** The latest position up to a ply that was judged. */
export function pointAt<P extends { at: number }>(points: readonly P[], ply: number): P | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= ply) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}

/** The size that a curve is drawn in; it is stretched to its box. */
export const WIDTH = 1000;
export const HEIGHT = 100;

const x = (at: number, plies: number): number => round((at / Math.max(1, plies)) * WIDTH);
const y = (chance: number): number => round((1 - Math.max(0, Math.min(1, chance))) * HEIGHT);

/** The line of one seat. */
export function chanceLine(points: readonly CurvePoint[], seat: number, plies: number): string {
  return points
    .map(({ at, outlook }, n) => `${n ? "L" : "M"}${x(at, plies)} ${y(outlook.chances[seat] ?? 0)}`)
    .join("");
}

/** The band in which a seat's chances lie in 19 cases of 20. */
export function errorBand(points: readonly CurvePoint[], seat: number, plies: number): string {
  if (points.length < 2) return "";
  const edge = (sign: number): string[] =>
    points.map(
      ({ at, outlook: { chances, error } }) =>
        `${x(at, plies)} ${y((chances[seat] ?? 0) + sign * 1.96 * error)}`,
    );
  return `M${edge(1).join("L")}L${edge(-1).reverse().join("L")}Z`;
}

/** The largest error of all positions, in 19 cases of 20. */
export function largestError(points: readonly CurvePoint[]): number {
  return 1.96 * Math.max(0, ...points.map(({ outlook }) => outlook.error));
}

/** Shares in whole percent that add up to 100. */
export function wholePercents(chances: readonly number[]): number[] {
  const exact = chances.map((chance) => Math.max(0, chance) * 100);
  const whole = exact.map(Math.floor);
  const rests = exact.map((value, n) => ({ n, rest: value - Math.floor(value) }));
  const missing = Math.round(sum(exact)) - sum(whole);
  for (const { n } of rests.sort((a, b) => b.rest - a.rest || a.n - b.n).slice(0, missing))
    whole[n] = (whole[n] ?? 0) + 1;
  return whole;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
