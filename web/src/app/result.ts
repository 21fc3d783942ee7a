// The result of a game: the places, and the score sheets.
import type { SheetLine } from "../generated/messages";
import type { Table } from "../lib/table.svelte";
import type { Scene } from "../lib/wire";

export interface Place {
  place: number;
  seat: number;
  score: number;
}

export interface Result {
  sheet: SheetLine[][];
  verdict: string;
  /** By how much the winner is ahead; empty if points did not decide. */
  margin: string;
  places: Place[];
}

/** The result, or null while the game is on. */
export function resultOf({ scene }: Pick<Table, "scene">): Result | null {
  if (!scene?.ranking.length) return null;
  const { sheet, verdict, margin } = scene;
  return { sheet, verdict, margin, places: placesOf(scene) };
}

/** Seats that share a place have its number; the next place counts on: 1, 2, 2, 4. */
function placesOf({ sheet, ranking }: Pick<Scene, "sheet" | "ranking">): Place[] {
  const places: Place[] = [];
  for (const group of ranking) {
    const place = places.length + 1;
    for (const seat of group) places.push({ place, seat, score: totalOf(sheet[seat] ?? []) });
  }
  return places;
}

function totalOf(lines: SheetLine[]): number {
  return lines.reduce((total, line) => total + line.points, 0);
}

/** Points with their sign, as in a score sheet. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
