// Questions about a route game, in words: for who does not see the board.
import { name, t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import type { City, Route, RouteFacts, RouteScene, TicketState } from "./types";
import type { Command } from "../app/commands";

const factsOf = (table: LiveTable): RouteFacts => table.facts as unknown as RouteFacts;
const sceneOf = (table: LiveTable): RouteScene => table.scene as unknown as RouteScene;

export const routesCommands: Record<string, Command> = { hand, tickets, market, routes };

function hand(table: LiveTable): string[] {
  const cards = table.me === null ? undefined : sceneOf(table).seats[table.me]?.hand;
  if (!cards) return [t("web.line.no-hand")];
  const held = Object.entries(cards).map(([kind, count]) => `⟦${count} ${kind}⟧`);
  return [held.length > 0 ? t("web.line.hand", { cards: held.join(t("web.comma")) }) : t("web.line.empty-hand")];
}

function market(table: LiveTable): string[] {
  const { market: cards, decks, tickets_left } = sceneOf(table);
  const open = cards.filter((card) => card !== null).map((card) => `⟦${card}⟧`).join(t("web.comma"));
  return [t("web.line.market", { cards: open || t("web.line.nothing"), decks: decks.join(" + "), tickets: tickets_left })];
}

function tickets(table: LiveTable): string[] {
  const [facts, scene] = [factsOf(table), sceneOf(table)];
  if (scene.tickets.length === 0) return [t("web.line.no-tickets")];
  return scene.tickets.map((one) => {
    const ticket = facts.tickets[one.ticket]!;
    const values = { ticket: `${cityName(facts, ticket.a)} – ${cityName(facts, ticket.z)}`, points: ticket.points, missing: lacks(facts, one) };
    return t(`web.line.ticket-${one.state}`, values);
  });
}

/** What a ticket needs: routes to claim, stations to build, routes to borrow. */
function lacks(facts: RouteFacts, one: TicketState): string {
  const routes = (numbers: number[]): string => numbers.map((route) => facts.routes[route]!.id).join(t("web.comma"));
  const parts = one.missing?.length ? [t("web.line.ticket-spaces", { spaces: one.spaces ?? 0, routes: routes(one.missing) })] : [];
  if (one.stations?.length) parts.push(t("web.routes.to-build", { cities: one.stations.map((city) => cityName(facts, city)).join(t("web.comma")) }));
  if (one.borrowed?.length) parts.push(t("web.routes.borrows", { routes: routes(one.borrowed) }));
  return parts.join(" · ");
}

/** The routes that end in a city, and who owns them; without a city, those that can be claimed now. */
function routes(table: LiveTable, rest: string): string[] {
  const facts = factsOf(table);
  if (!rest) return claimable(table, facts);
  const city = facts.cities.findIndex((one) => called(one, rest));
  if (city < 0) return [t("web.line.no-city", { city: rest })];
  return facts.routes.map((route, at) => ({ route, at })).filter(({ route }) => route.a === city || route.z === city)
    .map(({ route, at }) => described(table, facts, route, at));
}

function claimable(table: LiveTable, facts: RouteFacts): string[] {
  const found = facts.routes.map((route, at) => ({ route, at })).filter(({ route }) => table.legalSet.has(`claim ${route.id}`));
  return found.length === 0 ? [t("web.line.no-claim")] : found.map(({ route, at }) => described(table, facts, route, at));
}

function described(table: LiveTable, facts: RouteFacts, route: Route, at: number): string {
  const scene = sceneOf(table);
  const owner = scene.seats.findIndex((seat) => seat.routes.includes(at));
  const state = owner >= 0 ? t("web.line.claimed", { name: `⟦@${owner}⟧` }) : t(scene.closed.includes(at) ? "web.line.closed" : table.legalSet.has(`claim ${route.id}`) ? "web.line.can-claim" : "web.line.free");
  const ends = `${cityName(facts, route.a)} – ${cityName(facts, route.z)}`;
  return t("web.line.route", { route: ends, length: route.length, colour: t(`colours.${route.colour}`), state, id: route.id });
}

function cityName(facts: RouteFacts, city: number): string { return name(facts.cities[city]?.names); }

function called(city: City, typed: string): boolean {
  return city.id.startsWith(typed.replaceAll(" ", "-")) || Object.values(city.names).some((one) => one.toLowerCase().startsWith(typed));
}
