// Answers in words.
import { t } from "../lib/i18n.svelte";
import type { PuzzleTable } from "./puzzle-table.svelte";

/** What an answer is, as a sentence with marks; a trip by its number. */
export function describeAnswer(table: PuzzleTable, answer: string): string {
  const { trips, legal, told } = table.puzzle;
  const trip = trips.findIndex(({ key }) => key === answer);
  return trip >= 0
    ? t("web.puzzles.trip", { number: trip + 1 })
    : (told[legal.indexOf(answer)] ?? answer);
}
