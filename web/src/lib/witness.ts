// What this browser has seen of a table, kept on the device, so that it can be compared with what
// the server says when the game is over. What was seen first stays: nothing later replaces it.
import type { Mixing } from "../generated/messages";
import type { Part } from "./seals";
import type { LogLine } from "./wire";

/** What was shown of the deal. */
export interface Testimony {
  /** The seal on the server's seed, as it was shown first. */
  commit: string;
  /** How many events had been told by then; the deal itself tells a few. */
  heard: number;
  /** What this browser added, by seat. */
  parts: Record<string, Part>;
  /** The seals of all seats when they were complete, before this browser opened its own part. */
  seals: string[];
}
/** An event as it was told: its number, kind and fields, without the sentence. */
export type SeenEvent = Pick<LogLine, "n" | "kind"> & Record<string, unknown>;

const INDEX = "ekiben-witnessed";
const MOST_TABLES = 100;
const MOST_WITH_EVENTS = 8;
const SAVE_DELAY = 400; // milliseconds

/** What the browser refused to store, by key: kept as long as the page is open. */
const unstored = new Map<string, string>();
const testimonyKey = (table: string): string => `ekiben-witness-${table}`;
const eventsKey = (table: string): string => `ekiben-seen-${table}`;

export function testimonyOf(table: string): Testimony | null {
  return read(testimonyKey(table)) as Testimony | null;
}

export function eventsSeenAt(table: string): SeenEvent[] {
  return (read(eventsKey(table)) as SeenEvent[] | null) ?? [];
}

/** Keeps what one table shows. */
export class Witness {
  #events = new Map<number, SeenEvent>();
  #timer = 0;

  constructor(readonly table: string) {
    for (const event of eventsSeenAt(table)) this.#events.set(event.n, event);
    addEventListener("pagehide", this.#save);
  }

  close(): void {
    removeEventListener("pagehide", this.#save);
    this.#save();
  }

  /** Keep the seal, with how much was told when it was first seen. */
  keepSeal(commit: string, heard: number): void {
    if (commit === "" || testimonyOf(this.table) !== null) return;
    note(this.table);
    write(testimonyKey(this.table), { commit, heard, parts: {}, seals: [] });
  }

  /** Keep what a seat here will add, before anybody is shown its seal. */
  keepPart(seat: number, part: Part): void {
    const kept = testimonyOf(this.table);
    if (kept) write(testimonyKey(this.table), { ...kept, parts: { ...kept.parts, [seat]: part } });
  }

  /** Keep everybody's seals, once they are complete. */
  keepSeals({ seals, closed }: Pick<Mixing, "seals" | "closed">): void {
    const kept = testimonyOf(this.table);
    if (kept && closed && kept.seals.length === 0) {
      write(testimonyKey(this.table), { ...kept, seals });
    }
  }

  /** Keep events as they are told; of one told again, only what was not known of it. */
  keepEvents(lines: LogLine[]): void {
    for (const { text: _text, line: _line, ...event } of lines.filter(isEvent)) {
      this.#events.set(event.n, { ...event, ...this.#events.get(event.n) });
    }
    if (lines.length > 0 && this.#timer === 0) {
      this.#timer = window.setTimeout(this.#save, SAVE_DELAY);
    }
  }

  #save = (): void => {
    if (this.#timer === 0) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    write(eventsKey(this.table), [...this.#events.values()]);
  };
}

/** Events of the game have whole numbers; news about people stands between them. */
function isEvent(line: LogLine): boolean {
  return Number.isInteger(line.n);
}

/** How many events of the game had been told with these lines. */
export function eventsTold(lines: LogLine[]): number {
  return Math.max(0, ...lines.filter(isEvent).map((line) => line.n + 1));
}

/** Put a table first among those that are kept, and drop the oldest. */
function note(table: string): void {
  const tables = [table, ...tablesKept().filter((one) => one !== table)];
  for (const old of tables.slice(MOST_WITH_EVENTS)) localStorage.removeItem(eventsKey(old));
  for (const old of tables.slice(MOST_TABLES)) localStorage.removeItem(testimonyKey(old));
  write(INDEX, tables.slice(0, MOST_TABLES));
}

function tablesKept(): string[] {
  return (read(INDEX) as string[] | null) ?? [];
}

function read(key: string): unknown {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}
