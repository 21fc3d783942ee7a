// What the others have done since the viewer's own last move, read off the log, so that a page that
// is loaded anew shows the same.
import { verbOf } from "../lib/table.svelte";
import type { LogLine } from "../lib/wire";
import type { Cards } from "./types";

export interface LastMove {
  seat: number;
  /** Routes and cities by their names in the notation. */
  routes: string[];
  cities: string[];
  /** Cards taken from the market, and how many were drawn unseen. */
  took: Cards;
  blind: number;
  paid: Cards;
  tickets: number;
}

/** The kinds of event that only a seat's own move causes. */
const OWN_MOVES = new Set([
  ...["drew", "drew-blind", "chose-route", "chose-city", "paid", "laid-out", "claimed", "built"],
  ...["withdrew", "asked-tickets", "chose-tickets", "kept", "passed", "exchanged", "took-pieces"],
]);

/** The event that an action begins with, where it causes several. */
const BEGINS: Record<string, string> = {
  claim: "chose-route",
  station: "chose-city",
  harbour: "chose-city",
  pay: "paid",
};

/** The last move of every other seat, until the viewer moves again. */
export function lastMoves(log: readonly LogLine[], viewer: number | null): LastMove[] {
  const done = withoutUndone(log);
  const own = done.findLastIndex((line) => line.seat === viewer && OWN_MOVES.has(line.kind));
  const moves = new Map<number, LastMove>();
  for (const line of done.slice(own + 1)) {
    if (typeof line.seat !== "number" || line.seat === viewer) continue;
    moves.set(line.seat, withLine(moves.get(line.seat) ?? nothing(line.seat), line));
  }
  return [...moves.values()];
}

/** The log without what was taken back. */
function withoutUndone(log: readonly LogLine[]): LogLine[] {
  const kept: LogLine[] = [];
  for (const line of log) {
    if (line.kind !== "undone") kept.push(line);
    else kept.splice(startOfUndone(kept, line));
  }
  return kept;
}

function startOfUndone(lines: LogLine[], undone: LogLine): number {
  const action = typeof undone.action === "string" ? undone.action : "";
  const begins = BEGINS[verbOf(action)];
  const start = lines.findLastIndex(
    ({ seat, kind }) =>
      seat === undone.seat && (begins === undefined ? OWN_MOVES.has(kind) : kind === begins),
  );
  return start < 0 ? lines.length : start;
}

function nothing(seat: number): LastMove {
  return { seat, routes: [], cities: [], took: {}, blind: 0, paid: {}, tickets: 0 };
}

function withLine(move: LastMove, line: LogLine): LastMove {
  switch (line.kind) {
    case "drew":
      return { ...move, took: added(move.took, { [String(line.card)]: 1 }) };
    case "drew-blind":
      return { ...move, blind: move.blind + 1 };
    case "paid":
    case "laid-out":
      return { ...move, paid: added(move.paid, line.cards as Cards) };
    case "withdrew":
      return { ...move, paid: {} };
    case "claimed":
      return { ...move, routes: [...move.routes, String(line.route)] };
    case "built":
      return { ...move, cities: [...move.cities, String(line.city)] };
    case "kept":
      return { ...move, tickets: move.tickets + Number(line.count) };
    default:
      return move;
  }
}

function added(cards: Cards, more: Cards): Cards {
  const sum = { ...cards };
  for (const [kind, count] of Object.entries(more)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
