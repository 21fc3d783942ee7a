// The log in short: of steps in a row only the last, links built in a row as one sentence.
import { t } from "./i18n.svelte";
import type { Said } from "./wire";

const RUNS = new Set(["stepped", "built"]);

export function brief(said: Said[]): Said[] {
  const lines: Said[] = [];
  let links = 0, cost = 0;
  for (const one of said) {
    const before = lines.at(-1);
    const more = before !== undefined && RUNS.has(one.kind) && before.kind === one.kind && before.seat === one.seat;
    [links, cost] = more ? [links + 1, cost + Number(one.cost)] : [1, Number(one.cost)];
    if (more) lines.pop();
    lines.push(more ? { ...one, n: before.n, text: one.kind === "built" ? t("web.tokyo.laid", { who: `⟦@${one.seat}⟧`, count: links, cost }) : one.text } : one);
  }
  return lines;
}
