// The levels of bots that the box has, the easiest first; not every game has all of them, and a
// game may have one at some numbers of seats only.
import type { Game, Level } from "./catalogue";

export const LEVELS = ["beginner", "easy", "medium", "hard", "master", "expert"] as const;
/** Thinks by the clock, so that its choices may differ from machine to machine. */
const TIMED = "expert";

/** Where a level stands, the easiest first; those that are not of the box stand last. */
export function placeOfLevel(level: string): number {
  const place = LEVELS.findIndex((one) => one === level);
  return place < 0 ? LEVELS.length : place;
}

/** Whether a bot of this level would answer the same at every table. */
export function isRepeatable(level: string | null | undefined): boolean {
  return level !== TIMED && LEVELS.some((one) => one === level);
}

/** The number of seats at a game's table for whoever wishes for so many. */
export function tableSize(game: Game, wished: number): number {
  return Math.max(game.seats[0], Math.min(wished, game.seats[1]));
}

/** The levels that a game offers at a table of so many seats. */
export function levelsAt(game: Game, seats: number): Level[] {
  return game.levels.filter((level) => level.seats.includes(seats));
}

/** The one of these levels for whoever wishes for a level: the same, or the next easier one. */
export function nearestLevel(levels: readonly Level[], wished: string): string {
  const known = levels.map((one) => one.name);
  if (known.includes(wished)) return wished;
  const easier = LEVELS.slice(0, LEVELS.findIndex((one) => one === wished) + 1);
  return easier.reverse().find((one) => known.includes(one)) ?? known[0] ?? "medium";
}

/** The level that plays at a game's table for whoever wishes for this one. */
export function levelFor(game: Game, seats: number, wished: string): string {
  return nearestLevel(levelsAt(game, seats), wished);
}

/** All levels that any of the games has for whoever wishes for so many seats. */
export function allLevels(games: readonly Game[], seats: number): Level[] {
  const offered = games.flatMap((game) => levelsAt(game, tableSize(game, seats)));
  const found = new Map(offered.map((level) => [level.name, level]));
  return [...found.values()].sort((a, b) => placeOfLevel(a.name) - placeOfLevel(b.name));
}
