// The end of a game: who came where, and the score sheets.
import type { RouteScene, SheetLine } from "../generated/messages";
import type { Table } from "../lib/table.svelte";

export type Line = SheetLine;
type Raw = Pick<RouteScene, "sheet" | "ranking" | "verdict">;
export interface Place { place: number; seat: number; score: number }
export interface Ending { sheet: Line[][]; verdict: string; places: Place[] }

export function endingOf(table: Table): Ending | null {
  const raw = table.scene as unknown as Raw;
  return raw.ranking?.length ? { sheet: raw.sheet, verdict: raw.verdict, places: placesOf(raw) } : null;
}

/** Those who share a place bear its number; the next place is counted on. */
function placesOf({ sheet, ranking }: Raw): Place[] {
  const places: Place[] = [];
  for (const group of ranking) {
    const place = places.length + 1;
    for (const seat of group) places.push({ place, seat, score: sum(sheet[seat] ?? []) });
  }
  return places;
}

export function sum(lines: Line[]): number { return lines.reduce((total, line) => total + line.points, 0); }
