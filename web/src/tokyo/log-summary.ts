// The log with one line for one move: a line that tells a whole move stands for what was told of it
// before.
import type { LogLine } from "../lib/wire";

export function summarizeLog(lines: LogLine[]): LogLine[] {
  const summary = new Map<number, LogLine>();
  for (const line of lines) {
    const first = partsOf(line)[0] ?? line.n;
    for (const part of partsOf(line)) summary.delete(part);
    summary.set(first, { ...line, n: first });
  }
  return [...summary.values()];
}

/** The numbers of the events that a line tells. */
export function partsOf(line: LogLine): number[] {
  return Array.isArray(line.parts) ? line.parts.map(Number) : [line.n];
}
