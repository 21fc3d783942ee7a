// What a line of the log speaks of on the board.
import type { LogLine } from "../lib/wire";

/** Names in the notation. */
export interface Subjects {
  routes: string[];
  cities: string[];
  tickets: string[];
}

/** The subjects of all events that a line tells. */
export function subjectsOf(log: readonly LogLine[], line: LogLine): Subjects {
  const events = log.filter((one) => one.line === line.line);
  return {
    routes: events.flatMap((one) => namesIn(one.route)),
    cities: events.flatMap((one) => namesIn(one.city)),
    tickets: events.flatMap((one) => namesIn(one.tickets)),
  };
}

function namesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
