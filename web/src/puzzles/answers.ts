// Answers in words, as the server tells them.
import type { PuzzleTable } from "./puzzle-table.svelte";

/** What an answer is, as a sentence with marks. */
export function describeAnswer(table: PuzzleTable, answer: string): string {
  const { trips, legal, told } = table.puzzle;
  const trip = trips.find(({ key }) => key === answer);
  return trip?.text ?? told[legal.indexOf(answer)] ?? answer;
}
