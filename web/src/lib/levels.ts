// The levels of bots that the box has, the easiest first; not every game has all of them.
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

/** The level of a game for whoever wishes for this one: the same, or the next easier one. */
export function levelFor(game: Game, wished: string): string {
  const known = game.levels.map((one) => one.name);
  if (known.includes(wished)) return wished;
  const easier = LEVELS.slice(0, LEVELS.findIndex((one) => one === wished) + 1);
  return easier.reverse().find((one) => known.includes(one)) ?? known[0] ?? "medium";
}

/** All levels that any of the games has. */
export function allLevels(games: readonly Game[]): Level[] {
  const found = new Map(games.flatMap((game) => game.levels).map((level) => [level.name, level]));
  return [...found.values()].sort((a, b) => placeOfLevel(a.name) - placeOfLevel(b.name));
}
