// Where the tickets that a seat may hold, and their chances, are drawn on the board.
import type { GhostTicket } from "../lib/board-marks.svelte";
import { arcPoint } from "./shapes";
import type { RoutesFacts } from "./types";

type Point = [number, number];
type GhostLine = GhostTicket & { ends: [Point, Point] };

const PARTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]; // of a line, the middle first
const WIDE = 52; // how far two chances are apart
const HIGH = 29;
const CITY_WIDE = 36; // how far a chance is from a city
const CITY_HIGH = 22;

/** The lines of the tickets that the board knows. */
export function ghostLines(
  ghosts: readonly GhostTicket[],
  { tickets, cities }: Pick<RoutesFacts, "tickets" | "cities">,
): GhostLine[] {
  return ghosts.flatMap((ghost) => {
    const ticket = tickets.find(({ id }) => id === ghost.ticket);
    const ends = ticket && [cities[ticket.a]?.at, cities[ticket.z]?.at];
    return ends?.[0] && ends[1] ? [{ ...ghost, ends: [ends[0], ends[1]] }] : [];
  });
}

/** Where the chances stand: on their lines, off the cities and apart from each other if possible. */
export function chancePlaces(
  lines: readonly GhostLine[],
  cities: readonly Point[],
): { ticket: string; chance: number; at: Point }[] {
  const taken: Point[] = [];
  return lines
    .filter(({ chance }) => chance < 1)
    .map(({ ticket, chance, ends }) => {
      const points = PARTS.map((part) => arcPoint(...ends, part));
      const apart = points.filter((one) => isFree(one, taken, WIDE, HIGH));
      const at =
        apart.find((one) => isFree(one, cities, CITY_WIDE, CITY_HIGH)) ??
        apart[0] ??
        arcPoint(...ends, 0.5);
      taken.push(at);
      return { ticket, chance, at };
    });
}

function isFree([x, y]: Point, others: readonly Point[], wide: number, high: number): boolean {
  return others.every(([ox, oy]) => Math.abs(x - ox) >= wide || Math.abs(y - oy) >= high);
}
