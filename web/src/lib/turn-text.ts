// What a table waits for: the bar on top and the question's panel say the same.
import { t } from "./i18n.svelte";
import type { Table } from "./table.svelte";

/** The open question to its own seat, and to everybody else who answers it; a sentence with marks. */
export function turnText(table: Table): string {
  const { seat, asked } = table;
  if (table.over) return t("web.table.over");
  if (seat === null || asked === null) return "";
  if (table.mine) return t(`asked.${isStill(table) ? "still" : asked}`);
  if (table.kinds[seat] === "open") return t("web.table.waiting-for", { seat: seat + 1 });
  return t(`web.waiting.${asked}`, { name: `⟦@${seat}⟧` });
}

/** How many last rounds have begun, in words. */
export function lastRoundText(rounds: number): string {
  return t("web.table.last-round", { rounds });
}

/** A train that may not move is asked only what to load. */
function isStill({ scene, asked }: Table): boolean {
  return asked === "move" && scene !== null && "still" in scene && scene.still;
}
