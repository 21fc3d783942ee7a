// What this browser has solved: first answers, the streak of right ones, and a rating like Elo's.
// It is plain JSON with a format number, so that it can be kept, exported and read again.
import type { PuzzleSummary } from "../generated/messages";

/** The first answer to a puzzle. */
export interface FirstAnswer {
  right: boolean;
  /** The day it was given, such as 2026-11-16. */
  day: string;
}

export interface Progress {
  format: 1;
  rating: number;
  /** Right first answers in a row, up to now and at best. */
  streak: number;
  best: number;
  /** By the puzzles' ids, the oldest first. */
  answers: Readonly<Record<string, FirstAnswer>>;
}

export const START: Progress = { format: 1, rating: 1200, streak: 0, best: 0, answers: {} };
const MOST = 2000;
const NEW = 20; // answers until a rating moves more slowly
const LOWEST = 400;

/** The chance that somebody of a rating solves a puzzle of another. */
export function expectation(own: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((puzzle - own) / 400));
}

/** The rating after an answer; with the first few it is found quickly. */
export function ratingAfter(own: number, puzzle: number, right: boolean, answered: number): number {
  const step = answered < NEW ? 48 : 20;
  const change = step * (Number(right) - expectation(own, puzzle));
  return Math.max(LOWEST, Math.round(own + change));
}

/** Note an answer; only the first one to a puzzle counts. */
export function noteAnswer(
  progress: Progress,
  puzzle: Pick<PuzzleSummary, "id" | "rating">,
  right: boolean,
  day: string,
): Progress {
  if (Object.hasOwn(progress.answers, puzzle.id)) return progress;
  const known = Object.entries(progress.answers);
  const streak = right ? progress.streak + 1 : 0;
  return {
    format: 1,
    rating: ratingAfter(progress.rating, puzzle.rating, right, known.length),
    streak,
    best: Math.max(progress.best, streak),
    answers: Object.fromEntries([...known.slice(1 - MOST), [puzzle.id, { right, day }]]),
  };
}

export function countSolved({ answers }: Progress): number {
  return Object.values(answers).filter(({ right }) => right).length;
}

/** What was kept, or a fresh start where it cannot be read. */
export function parseProgress(text: string | null): Progress {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return isProgress(found) ? found : START;
  } catch {
    return START;
  }
}

function isProgress(found: unknown): found is Progress {
  if (typeof found !== "object" || found === null) return false;
  const { format, rating, streak, best, answers } = found as Record<string, unknown>;
  const counts = [rating, streak, best].every((one) => Number.isFinite(one));
  return format === 1 && counts && typeof answers === "object" && areAnswers(answers);
}

function areAnswers(found: object | null): boolean {
  return (
    found !== null &&
    Object.values(found).every(
      (one: unknown) => typeof one === "object" && one !== null && "right" in one && "day" in one,
    )
  );
}

/** Which puzzles are wanted; an empty text means any. */
export interface Filter {
  game: string;
  kind: string;
}

export function fits({ game, kind }: Filter, puzzle: PuzzleSummary): boolean {
  return (game === "" || puzzle.game === game) && (kind === "" || puzzle.kind === kind);
}

const NEAR = 5;

/**
 * A puzzle to solve next: one of the few that are nearest to the person's rating. Those that were
 * answered before come only when no other is left, wrong ones first.
 */
export function nextPuzzle(
  all: readonly PuzzleSummary[],
  progress: Progress,
  filter: Filter,
  last: string | null = null,
  luck: () => number = Math.random,
): PuzzleSummary | null {
  const wanted = all.filter((one) => fits(filter, one) && one.id !== last);
  const fresh = wanted.filter(({ id }) => !Object.hasOwn(progress.answers, id));
  const wrong = wanted.filter(({ id }) => progress.answers[id]?.right === false);
  const offered = [fresh, wrong, wanted].find((some) => some.length > 0) ?? [];
  const near = offered
    .toSorted((one, two) => distance(one, progress) - distance(two, progress))
    .slice(0, NEAR);
  return near[Math.floor(luck() * near.length)] ?? null;
}

function distance({ rating }: PuzzleSummary, progress: Progress): number {
  return Math.abs(rating - progress.rating);
}
