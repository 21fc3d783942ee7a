// What was counted in the games played on, in words. A measure may name a thing: `ticket-done:ID`.
import { maybe } from "../lib/i18n.svelte";
import type { Table } from "../lib/table.svelte";
import { chanceText, meanText } from "./numbers";
import { routeName, ticketName } from "./things";

/** Measures that are shares of the games played on. */
const SHARES: ReadonlySet<string> = new Set([
  "ticket-done",
  "ticket-kept",
  "route-taken",
  "route-own",
  "has-longest",
]);

/** What a measure counts. */
export function measureName(table: Table, measure: string): string {
  const [kind = "", id = ""] = split(measure);
  const thing = kind.startsWith("ticket") ? ticketName(table, id) : routeName(table, id);
  return maybe(`web.review.measures.${kind}`, { thing }) ?? measure;
}

/** The mean of a measure. */
export function measuredText(measure: string, mean: number): string {
  return SHARES.has(split(measure)[0] ?? "") ? chanceText(mean) : meanText(mean);
}

function split(measure: string): string[] {
  return measure.split(/:(.*)/, 2);
}
