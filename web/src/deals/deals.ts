// Deals that several tables play: making, playing and fetching them.
import type {
  Created,
  DailyInfo,
  DealInfo,
  DealLink,
  DealRow,
  NewDeal,
  TurningPoint,
} from "../generated/messages";
import { ask, post } from "../lib/http";
import { keepLinks, remember } from "../lib/recent-tables";
import { settings } from "../lib/settings.svelte";

/** Make a deal; the answer is its address here. */
export async function makeDeal(wish: NewDeal): Promise<string> {
  return `/d/${(await post<DealLink>("/api/deals", wish)).deal}`;
}

/** The address of the deal of a game that is over; the first to ask makes it. */
export async function dealOfTable(table: string): Promise<string> {
  return `/d/${(await post<DealLink>(`/api/tables/${table}/deal`, {})).deal}`;
}

/** Begin a table that plays the deal; the answer is its address here. */
export async function beginDeal({ deal, game }: Pick<DealInfo, "deal" | "game">): Promise<string> {
  const made = await post<Created>(`/api/deals/${deal}/tables`, { name: settings.name });
  keepLinks(made.table, made.links);
  remember(made.table, game);
  return `/t/${made.table}`;
}

export function fetchDeal(deal: string): Promise<DealInfo> {
  return ask<DealInfo>(`/api/deals/${deal}`);
}

export function fetchDaily(day?: string): Promise<DailyInfo> {
  return ask<DailyInfo>(`/api/deals/daily${day ? `?day=${encodeURIComponent(day)}` : ""}`);
}

/** The scores after every turn of one of the deal's tables. */
export function fetchTurns(deal: string, table: string): Promise<TurningPoint> {
  return ask<TurningPoint>(`/api/deals/${deal}/tables/${table}/turning-point`);
}

export function namesOf(row: DealRow): string {
  return row.names.join(" · ");
}
