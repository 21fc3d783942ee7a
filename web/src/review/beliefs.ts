// What a seat may hold, as the screen shows it.
import type { GhostTicket } from "../lib/board-marks.svelte";
import type { Belief } from "./types";

const MOST_TICKETS = 4;
const LEAST_CHANCE = 0.05;
const LEAST_CARDS = 0.45; // expected: half a card is shown, less is not
const MOST_KINDS = 5;

export interface LikelyTicket {
  ticket: string;
  chance: number;
  /** The seat really holds it. */
  really: boolean;
}

/** The likeliest tickets of a seat, and those that it really holds if that is told. */
export function likelyTickets({ tickets }: Belief, held: readonly string[]): LikelyTicket[] {
  const chances = new Map(tickets.map(({ ticket, chance }) => [ticket, chance]));
  const likely = tickets
    .filter(({ ticket, chance }) => chance >= LEAST_CHANCE && !held.includes(ticket))
    .slice(0, held.length > 0 ? Math.max(1, MOST_TICKETS - held.length) : MOST_TICKETS)
    .map(({ ticket, chance }) => ({ ticket, chance, really: false }));
  const really = held.map((ticket) => ({ ticket, chance: chances.get(ticket) ?? 0, really: true }));
  return [...really, ...likely].sort((one, other) => other.chance - one.chance);
}

/** The cards that a seat is expected to hold, the most first, rounded to halves. */
export function likelyCards({ cards }: Belief): { kind: string; count: string }[] {
  return cards
    .filter(({ count }) => count >= LEAST_CARDS)
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_KINDS)
    .map(({ kind, count }) => ({ kind, count: String(Math.round(count * 2) / 2) }));
}

/** The tickets to draw on the board: the likely ones, or with the truth those that are held. */
export function ghostsOf(
  belief: Belief | null,
  held: readonly string[] | null,
  seat: number,
): GhostTicket[] {
  if (held !== null) return held.map((ticket) => ({ ticket, seat, chance: 1 }));
  return belief
    ? likelyTickets(belief, []).map(({ ticket, chance }) => ({ ticket, seat, chance }))
    : [];
}
