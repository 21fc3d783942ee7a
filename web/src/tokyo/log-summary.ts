// The log in short: steps in a row become the last one, links built in a row one sentence.
import { t } from "../lib/i18n.svelte";
import type { LogLine } from "../lib/wire";

const JOINED_KINDS = new Set(["stepped", "built"]);

export function summarizeLog(lines: LogLine[]): LogLine[] {
  const summary: LogLine[] = [];
  let links = 0;
  let cost = 0;
  for (const line of lines) {
    const before = summary.at(-1);
    const joined = before !== undefined && continues(before, line);
    links = joined ? links + 1 : 1;
    cost = (joined ? cost : 0) + Number(line.cost);
    if (joined) summary.pop();
    summary.push(joined ? { ...line, n: before.n, text: textOf(line, links, cost) } : line);
  }
  return summary;
}

function continues(before: LogLine, line: LogLine): boolean {
  return JOINED_KINDS.has(line.kind) && before.kind === line.kind && before.seat === line.seat;
}

function textOf(line: LogLine, links: number, cost: number): string {
  if (line.kind !== "built") return line.text;
  return t("web.tokyo.laid", { who: `⟦@${line.seat ?? 0}⟧`, count: links, cost });
}
