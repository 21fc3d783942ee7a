// The order in which the end of a game is told: first tickets, then bonuses, the last place first.
import type { SheetLine } from "../generated/messages";
import type { Result } from "./result";

/** A line of a score sheet as it is shown, and its seat's score with it. */
export interface CeremonyStep {
  seat: number;
  line: SheetLine;
  score: number;
}

export interface Ceremony {
  /** The scores that everybody knew before the end, by seat. */
  start: number[];
  steps: CeremonyStep[];
}

const LONGEST = 1300; // milliseconds of a step
const SHORTEST = 400;
const TOTAL = 22_000; // of a game with many lines

/** Games that score nothing at the end are told from the first line of the sheets. */
export function ceremonyOf({ sheet, places }: Pick<Result, "sheet" | "places">): Ceremony {
  const anyLate = sheet.some((lines) => lines.some((line) => line.late));
  const early = (line: SheetLine): boolean => anyLate && !line.late;
  const scores = sheet.map((lines) => sum(lines.filter(early)));
  const start = [...scores];
  const seats = places.map(({ seat }) => seat).reverse();
  const steps: CeremonyStep[] = [];
  for (const chosen of [isTicket, isBonus])
    for (const seat of seats)
      for (const line of sheet[seat] ?? []) {
        if (early(line) || !chosen(line)) continue;
        scores[seat] = (scores[seat] ?? 0) + line.points;
        steps.push({ seat, line, score: scores[seat] });
      }
  return { start, steps };
}

/** How long a step is shown at full speed. */
export function stepTime(steps: number): number {
  return Math.min(LONGEST, Math.max(SHORTEST, TOTAL / Math.max(1, steps)));
}

function isTicket({ ticket }: SheetLine): boolean {
  return ticket !== undefined;
}

function isBonus(line: SheetLine): boolean {
  return !isTicket(line);
}

function sum(lines: SheetLine[]): number {
  return lines.reduce((total, line) => total + line.points, 0);
}
