// What a review marks on the board, and what beside it.
import type { MarkedMove } from "../lib/board-marks.svelte";
import { verbOf } from "../lib/table.svelte";
import { SIGNS } from "./choices";
import type { ReviewState } from "./review-state.svelte";

/** Verbs whose actions have their place in the market, not on the board. */
const BESIDE_BOARD: ReadonlySet<string> = new Set(["draw", "refill", "tickets"]);

/** The move that was played, and the better one or the one that is pointed at. */
export function markedMoves(review: ReviewState): {
  played: MarkedMove | null;
  better: MarkedMove | null;
} {
  const { choice, before, better, showsBetter, seat } = review;
  if (choice === null || !before || !showsBetter) return { played: null, better: null };
  const { actions, label } = choice;
  const instead = better && { actions: better.actions, seat, sign: SIGNS.best, label: "best" };
  return { played: { actions, seat, sign: SIGNS[label], label }, better: instead };
}

/** What the ring is laid around: actions that are no part of the board. */
export function targetsBesideBoard(actions: readonly string[]): string[] {
  return actions.filter((action) => BESIDE_BOARD.has(verbOf(action))).slice(0, 1);
}
