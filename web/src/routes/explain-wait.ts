// A click that can do nothing now says why: another question is open, or it is another's turn.
import { t } from "../lib/i18n.svelte";
import { toasts } from "../lib/toasts.svelte";
import type { RoutesTable } from "./types";

/** Say what is asked first. The board can also be looked at, so it stays silent in others' turns. */
export function explainWait(table: RoutesTable, clicked: "board" | "cards"): void {
  if (table.over || table.replay || table.seat === null || table.asked === null) return;
  if (table.mine) toasts.show(t("web.routes.not-now", { asked: t(`asked.${table.asked}`) }));
  else if (clicked === "cards" && table.me !== null) showWhoseTurn(table, table.seat);
}

function showWhoseTurn(table: RoutesTable, seat: number): void {
  const text = t(`web.waiting.${table.asked}`, { name: `⟦@${seat}⟧` });
  toasts.show(text, { names: table.names });
}
