// What this browser's finished games add up to, game by game. Nothing of it is sent anywhere.
import { LEVELS } from "./levels";
import { placeOf, type Finished } from "./my-games.svelte";

export interface Tally {
  played: number;
  won: number;
  best: number;
  /** The average place, and the average number of seats. */
  place: number;
  seats: number;
}

/** The tally of a game leaves out those in which one was told a good move. */
export interface GameStatistics extends Tally {
  game: string;
  /** By the opponents: the level of the bots, `mixed`, or `people`; last the `assisted` games. */
  against: { opponents: string; tally: Tally }[];
}

interface Outcome {
  game: string;
  opponents: string;
  place: number;
  score: number;
  seats: number;
}

const ORDER: string[] = [...LEVELS, "mixed", "people", "assisted"];

/** Games in which one person had several seats do not count: who would have won? Nor do lessons and branches. */
export function statisticsOf(finished: readonly Finished[]): GameStatistics[] {
  const outcomes = finished.flatMap((one) => outcomeOf(one) ?? []);
  return [...groupBy(outcomes, (one) => one.game)].map(([game, some]) => ({
    game,
    ...tallyOf(some.filter((one) => one.opponents !== "assisted")),
    against: [...groupBy(some, (one) => one.opponents)]
      .map(([opponents, those]) => ({ opponents, tally: tallyOf(those) }))
      .sort((a, b) => rank(a.opponents) - rank(b.opponents)),
  }));
}

function outcomeOf({ game, heard }: Finished): Outcome | null {
  const [seat] = heard.you;
  if (heard.lesson || heard.branch) return null;
  if (heard.you.length !== 1 || seat === undefined || heard.ranking.length === 0) return null;
  return {
    game,
    opponents: heard.assisted?.[seat] ? "assisted" : opponentsOf(heard, seat),
    place: placeOf(seat, heard.ranking),
    score: heard.scores[seat] ?? 0,
    seats: heard.names.length,
  };
}

function opponentsOf({ kinds, levels }: Finished["heard"], seat: number): string {
  const others = kinds.map((kind, at) => ({ kind, level: levels[at], at })).filter(
    ({ at }) => at !== seat,
  );
  if (others.some(({ kind }) => kind !== "bot")) return "people";
  const known = new Set(others.map(({ level }) => level ?? "mixed"));
  const [level] = known;
  return known.size === 1 && level !== undefined ? level : "mixed";
}

function tallyOf(outcomes: readonly Outcome[]): Tally {
  if (outcomes.length === 0) return { played: 0, won: 0, best: 0, place: 0, seats: 0 };
  const average = (of: (one: Outcome) => number): number =>
    outcomes.reduce((sum, one) => sum + of(one), 0) / outcomes.length;
  return {
    played: outcomes.length,
    won: outcomes.filter((one) => one.place === 1).length,
    best: Math.max(...outcomes.map((one) => one.score)),
    place: average((one) => one.place),
    seats: average((one) => one.seats),
  };
}

function groupBy<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

/** Levels in their order, then bots of the server's own. */
function rank(opponents: string): number {
  const at = ORDER.indexOf(opponents);
  return at < 0 ? ORDER.length : at;
}
