// A game's own mistakes as puzzles, from what its review found: no move is judged here.
import type {
  PuzzleChoice,
  ReviewAlternative,
  ReviewChoice,
  ReviewMessage,
} from "../../generated/messages";
import { isFault } from "../choices";

const STANDARD_ERRORS = 2; // that 19 values of 20 lie within

/** The losses that labels stay below, as reviews bring them. */
export type Limits = ReviewMessage["limits"];
export type Verdict = "best" | "close" | "good" | "better" | "same" | "worse";

/** How an answer compares with the best: what it loses of the chance to win, and how sure that is. */
export interface Judgement {
  verdict: Verdict;
  loss: number;
  error: number;
  /** The place of the answer among the alternatives. */
  place: number;
}

/** The choices of a review's seat, as far as they have been judged. */
export function choicesOf(review: ReviewMessage | null, seat: number): ReviewChoice[] {
  return review?.seats.find((one) => one.seat === seat)?.choices ?? [];
}

/** The choices to be made again, in the order of the game. */
export function findMistakes(choices: readonly ReviewChoice[]): ReviewChoice[] {
  return choices.filter((choice) => isFault(choice) && choice.alternatives.length > 1);
}

/** What an alternative is selected by: its first action, or all of them where it is a whole turn. */
export function keyOf({ actions }: Pick<ReviewAlternative, "actions">): string {
  return actions.join(", ");
}

/** Whether the choice is a whole turn, which is chosen from a list instead of on the board. */
export function isTurn(choice: ReviewChoice, legal: readonly string[]): boolean {
  return choice.alternatives.some(
    ({ actions }) => actions.length !== 1 || !legal.includes(actions[0] ?? ""),
  );
}

/** The alternatives in an order that says nothing about them. */
export function inNeutralOrder(choice: ReviewChoice): ReviewAlternative[] {
  return [...choice.alternatives].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A choice with further alternatives that were judged on request; the best come first. */
export function withJudged(
  choice: ReviewChoice,
  judged: readonly ReviewAlternative[],
): ReviewChoice {
  const known = new Set(choice.alternatives.map(keyOf));
  const more = judged.filter((one) => !known.has(keyOf(one)));
  if (more.length === 0) return choice;
  const alternatives = [...choice.alternatives, ...more].sort((a, b) => b.gain - a.gain);
  return { ...choice, alternatives };
}

/** How good an answer is; null if the review has not judged it. */
export function judge(choice: ReviewChoice, answer: string, limits: Limits): Judgement | null {
  const [best] = choice.alternatives;
  const place = choice.alternatives.findIndex((one) => keyOf(one) === answer);
  const chosen = choice.alternatives[place];
  if (!best || !chosen) return null;
  const loss = Math.max(0, best.gain - chosen.gain);
  const error = place === 0 ? 0 : Math.hypot(best.error, chosen.error);
  const verdict = place === 0 ? "best" : verdictOf(chosen, loss, limits);
  return { verdict, loss, error: error * STANDARD_ERRORS, place };
}

function verdictOf(chosen: ReviewAlternative, loss: number, limits: Limits): Verdict {
  if (chosen.made) return "same";
  if (loss < (limits.best ?? 0)) return "close";
  if (loss < (limits.good ?? 0)) return "good";
  return chosen.gain > 0 ? "better" : "worse";
}

/** Whether an answer is good enough to go on. */
export function isFound(judgement: Judgement | null): boolean {
  return judgement !== null && ["best", "close", "good"].includes(judgement.verdict);
}

/** The alternatives as bars: the chance to win after each. */
export function barsOf(choice: ReviewChoice): PuzzleChoice[] {
  return choice.alternatives.map((one) => ({
    answer: keyOf(one),
    text: one.text,
    value: one.chance,
    error: one.error * STANDARD_ERRORS,
  }));
}

/** Percent as people read them: whole, but never 0 for something. */
export function percent(share: number): string {
  const whole = share * 100;
  return whole > 0 && whole < 1 ? whole.toFixed(1) : String(Math.round(whole));
}
