// News about people, which the server puts between the lines of the log: shown once, as toasts.
import { toasts } from "./toasts.svelte";
import type { LogLine } from "./wire";

/** Told elsewhere: a vote has a note of its own. */
const SILENT = new Set(["people-vote", "people-agreed"]);
/** What one did oneself needs no toast. */
const OWN = new Set(
  ["left", "back", "name", "sat", "returned", "assisted"].map((kind) => `people-${kind}`),
);

export class NoticeTeller {
  /** The place in the log up to which everything was told; null before the first position. */
  #told: number | null = null;

  /** Show the notices that are new; those of the first position are known from the log. */
  tell(lines: LogLine[], names: string[], held: number[]): void {
    const first = this.#told === null;
    const told = this.#told ?? -1;
    const fresh = lines.filter((line) => line.kind.startsWith("people-") && line.n > told);
    this.#told = Math.max(told, ...lines.map((line) => line.n));
    if (first) return;
    for (const line of fresh) if (isNews(line, held)) show(line, names);
  }
}

function isNews(line: LogLine, held: number[]): boolean {
  const own = line.seat !== null && held.includes(line.seat);
  return !SILENT.has(line.kind) && !(own && OWN.has(line.kind));
}

function show({ kind, text }: LogLine, names: string[]): void {
  toasts.show(text, { names, tone: kind === "people-timeout" ? "warn" : "plain" });
}
