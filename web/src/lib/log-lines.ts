// One line for one move: the events of a move share the fields of its line.
import type { LogLine } from "./wire";

/** A line of the log with the events it tells. */
export interface ToldLine extends LogLine {
  events: LogLine[];
}

/** The lines of the log in order: the latest text of each, with the fields of all its events. */
export function logLines(events: LogLine[]): ToldLine[] {
  const lines = new Map<number, ToldLine>();
  for (const event of events) {
    const before = lines.get(event.line);
    const text = event.text || (before?.text ?? "");
    const told = [...(before?.events ?? []), event];
    lines.set(event.line, { ...before, ...event, n: event.line, text, events: told });
  }
  return [...lines.values()].filter((line) => line.text);
}
