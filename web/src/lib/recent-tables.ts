// The tables this browser has sat at, with what was last heard of each; and the links of the seats
// it has invited people to. All of it stays in this browser.
import type { TableStatus } from "../generated/messages";

/** How a table stood when it was last asked about. */
export type Heard = Pick<
  TableStatus,
  "names" | "kinds" | "levels" | "you" | "over" | "seat" | "scores" | "ranking" | "lesson"
> & {
  /** Which seats were told a good move; older notes do not say. */
  assisted?: boolean[];
  /** The game that this one takes up again; older notes do not say. */
  branch?: TableStatus["branch"];
  /** When the last move was made, in milliseconds since 1970, by the clock here. */
  moved: number;
};

export interface Recent {
  table: string;
  game: string;
  /** When this browser was last there. */
  at: number;
  heard?: Heard;
  /** The table is gone from the server, or the seat is somebody else's now. */
  gone?: boolean;
}

const KEY = "ekiben-recent";
const MOST = 100;
const FIRST_GAMES = 3;

function read<T>(store: Storage, key: string, usual: T): T {
  try {
    return (JSON.parse(store.getItem(key) ?? "null") as T) ?? usual;
  } catch {
    return usual;
  }
}

function write(store: Storage, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    /* nothing is kept, nothing is lost */
  }
}

export function recents(): Recent[] {
  const found = read<unknown>(localStorage, KEY, []);
  return Array.isArray(found) ? (found as Recent[]) : [];
}

/** Whether hardly a game has been played to its end here; lessons and branches do not count. */
export function isNewcomer(): boolean {
  const counts = ({ heard }: Recent): boolean =>
    heard?.over === true && !heard.lesson && !heard.branch;
  return recents().filter(counts).length < FIRST_GAMES;
}

export function remember(table: string, game: string): void {
  const before = recents().find((one) => one.table === table);
  const now: Recent = { ...before, table, game, at: Date.now(), gone: false };
  keep([now, ...recents().filter((one) => one !== before && one.table !== table)]);
}

/** Note what was heard of a table; nothing if it has been removed meanwhile. */
export function note(table: string, news: Partial<Recent>): void {
  keep(recents().map((one) => (one.table === table ? { ...one, ...news } : one)));
}

export function forget(...tables: string[]): void {
  keep(recents().filter((one) => !tables.includes(one.table)));
}

/** Keep the newest; of too many, those without a result that are gone are dropped first. */
function keep(all: Recent[]): void {
  const needed = all.length > MOST ? all.filter((one) => !one.gone || one.heard?.over) : all;
  write(localStorage, KEY, needed.slice(0, MOST));
}

export function linksOf(table: string): Record<string, string> {
  return read<Record<string, string>>(sessionStorage, `ekiben-links-${table}`, {});
}

export function keepLinks(table: string, links: Record<string, string>): void {
  if (Object.keys(links).length > 0) write(sessionStorage, `ekiben-links-${table}`, links);
}
