// What an update's events look like: cards fly, pieces are laid one by one, the tunnel's cards are turned.
import { duration, settings } from "../lib/settings.svelte";
import { pause, type Moment } from "../lib/table.svelte";
import type { Said, Update } from "../lib/wire";
import { fly, type Stand } from "./flying-cards";
import type { RoutesModel } from "./model.svelte";
import type { Cards } from "./types";

const MOST = 5;             // cards that fly at once

export interface Stage { tunnel: (cards: string[], extra: number) => Promise<void>; lastRound: () => Promise<void> }

/** Animates an update; what it returns is waited for. */
export async function animate(model: RoutesModel, stage: Stage, update: Update, moment: Moment): Promise<void> {
  if (settings.motion === "off") return;
  const waits = update.said.map((event) => (moment === "before" ? before(model, event) : after(model, event, stage)));
  if (moment === "before") waits.push(turned(update, stage));
  await Promise.all(waits);
}

async function before(model: RoutesModel, event: Said): Promise<void> {
  const home = owner(model, event.seat);
  if (!home) return;
  if (event.kind === "drew") await fly(String(event.card), { slot: Number(event.slot) }, home(String(event.card)));
  if (event.kind === "drew-blind") {
    const kind = typeof event.card === "string" ? event.card : null;
    await fly(kind, { deck: Math.max(0, model.facts.decks.indexOf(String(event.deck))) }, home(kind ?? ""));
  }
  if (event.kind === "paid" || event.kind === "laid-out") await paid(event.cards as Cards, home);
}

async function paid(cards: Cards, home: (kind: string) => Stand): Promise<void> {
  const kinds = Object.entries(cards).flatMap(([kind, count]) => Array.from({ length: count }, () => kind)).slice(0, MOST);
  await Promise.all(kinds.map((kind, n) => fly(kind, home(kind), { board: true }, n * duration(60))));
}

/** Where a seat's cards are: in the viewer's own hand by kind, else at the seat. */
function owner(model: RoutesModel, seat: number | null | undefined): ((kind: string) => Stand) | null {
  if (seat === null || seat === undefined) return null;
  return seat === model.table.me ? (kind) => ({ hand: kind }) : () => ({ seat });
}

async function turned(update: Update, stage: Stage): Promise<void> {
  const cards = update.said.filter((event) => event.kind === "tunnel-card").map((event) => String(event.card));
  const extra = update.said.find((event) => event.kind === "tunnel-extra");
  if (cards.length > 0) await stage.tunnel(cards, Number(extra?.extra ?? 0));
}

async function after(model: RoutesModel, event: Said, stage: Stage): Promise<void> {
  if (event.kind === "last-round") await stage.lastRound();
  if (event.kind !== "claimed") return;
  const route = model.route(String(event.route));
  if (route === undefined) return;
  model.fresh = new Set([...model.fresh, route]);
  await pause(duration(110 * model.facts.routes[route]!.length + 320));
  model.fresh = new Set([...model.fresh].filter((one) => one !== route));
}
