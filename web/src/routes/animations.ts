// What an update looks like: cards fly, pieces are laid one by one, the tunnel's cards are turned.
import { duration, settings } from "../lib/settings.svelte";
import { pause, type Moment } from "../lib/table.svelte";
import type { LogLine, Played } from "../lib/wire";
import { flyCard, type CardPlace } from "./flying-cards";
import type { RoutesModel } from "./model.svelte";
import type { Cards } from "./types";

const MOST_FLYING = 5;

/** What is shown over the board. */
export interface OverlayStage {
  tunnel: (cards: string[], extra: number) => Promise<void>;
  lastRound: () => Promise<void>;
}

/** Animate an update; the table waits for the promise. */
export async function animate(
  model: RoutesModel,
  overlays: OverlayStage,
  { said }: Played,
  moment: Moment,
): Promise<void> {
  if (settings.motion === "off") return;
  if (moment === "after") await Promise.all(said.map((line) => after(model, line, overlays)));
  else await Promise.all([...said.map((line) => before(model, line)), turnCards(said, overlays)]);
}

async function before(model: RoutesModel, line: LogLine): Promise<void> {
  const home = homeOf(model, line.seat);
  if (!home) return;
  if (line.kind === "drew") {
    const kind = String(line.card);
    await flyCard(kind, { slot: Number(line.slot) }, home(kind));
  } else if (line.kind === "drew-blind") {
    const kind = typeof line.card === "string" ? line.card : null;
    const deck = Math.max(0, model.facts.decks.indexOf(String(line.deck)));
    await flyCard(kind, { deck }, home(kind ?? ""));
  } else if (line.kind === "paid" || line.kind === "laid-out") {
    await flyPayment(line.cards as Cards, home);
  }
}

async function flyPayment(cards: Cards, home: (kind: string) => CardPlace): Promise<void> {
  const kinds = Object.entries(cards).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind),
  );
  const flights = kinds
    .slice(0, MOST_FLYING)
    .map((kind, n) => flyCard(kind, home(kind), { board: true }, n * duration(60)));
  await Promise.all(flights);
}

/** Where a seat's cards are: in the viewer's own hand by kind, else at the seat. */
function homeOf(model: RoutesModel, seat: number | null): ((kind: string) => CardPlace) | null {
  if (seat === null) return null;
  return seat === model.table.me ? (kind) => ({ hand: kind }) : () => ({ seat });
}

async function turnCards(said: LogLine[], overlays: OverlayStage): Promise<void> {
  const cards = said.filter((line) => line.kind === "tunnel-card").map((line) => String(line.card));
  const extra = said.find((line) => line.kind === "tunnel-extra");
  if (cards.length > 0) await overlays.tunnel(cards, Number(extra?.extra ?? 0));
}

async function after(model: RoutesModel, line: LogLine, overlays: OverlayStage): Promise<void> {
  if (line.kind === "last-round") await overlays.lastRound();
  if (line.kind === "claimed") await layPieces(model, String(line.route));
}

async function layPieces(model: RoutesModel, id: string): Promise<void> {
  const route = model.routeNumber(id);
  if (route === undefined) return;
  model.justClaimed = new Set([...model.justClaimed, route]);
  await pause(duration(110 * model.route(route).length + 320));
  model.justClaimed = new Set([...model.justClaimed].filter((one) => one !== route));
}
