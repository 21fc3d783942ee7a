// Making tables and sitting down at them.
import type { Created, NextTable, NewTable, NewSeat } from "../generated/messages";
import { proposed, type Game } from "./catalogue";
import { post } from "./http";
import { levelFor, tableSize } from "./levels";
import { keepLinks, remember } from "./recent-tables";
import { settings } from "./settings.svelte";

/** How a table is set up: against bots, with people who come by link, or at one screen. */
export const SETUP_MODES = ["bots", "invite", "same"] as const;
export type SetupMode = (typeof SETUP_MODES)[number];

/** Make a table; the answer is its address here. */
export async function make(wish: NewTable): Promise<string> {
  const made = await post<Created>("/api/tables", wish);
  keepLinks(made.table, made.links);
  remember(made.table, wish.game);
  return `/t/${made.table}`;
}

/** Make a table for one player and bots, with one click. */
export function playNow(game: Game, level: string, seats: number): Promise<string> {
  const count = tableSize(game, seats);
  const known = levelFor(game, count, level);
  const bots: NewSeat[] = Array.from({ length: count - 1 }, () => ({ kind: "bot", level: known }));
  return make({
    game: game.name,
    options: proposed(game),
    seats: [{ kind: "you", name: settings.name }, ...bots],
    public: false,
  });
}

/** Where the same table plays again. */
export async function again(table: string, game: string): Promise<string> {
  const made = await post<NextTable>(`/api/tables/${table}/again`, {});
  remember(made.table, game);
  return `/t/${made.table}`;
}
