// Questions about a route game that can be typed, answered in words: for players who do not see the
// board.
import type { Command } from "../app/family";
import { name, t } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import type { City, LiveRoutesTable, Route, RoutesFacts, TicketState } from "./types";

export const commands: Readonly<Record<string, Command<"routes">>> = {
  hand,
  tickets,
  market,
  routes,
};

function hand(table: LiveRoutesTable): string[] {
  const cards = table.me === null ? null : table.shownScene.seats[table.me]?.hand;
  if (!cards) return [t("web.line.no-hand")];
  const held = Object.entries(cards).map(([kind, count]) => `⟦${count} ${kind}⟧`);
  if (held.length === 0) return [t("web.line.empty-hand")];
  return [t("web.line.hand", { cards: listed(held) })];
}

function market(table: LiveRoutesTable): string[] {
  const { market: cards, decks, tickets_left } = table.shownScene;
  const open = listed(cards.filter((card) => card !== null).map((card) => `⟦${card}⟧`));
  const values = { cards: open || t("web.line.nothing"), decks: decks.join(" + ") };
  return [t("web.line.market", { ...values, tickets: tickets_left })];
}

function tickets(table: LiveRoutesTable): string[] {
  const { facts, shownScene: scene } = table;
  if (scene.tickets.length === 0) return [t("web.line.no-tickets")];
  return scene.tickets.map((state) => {
    const { points, ...ends } = elementAt(facts.tickets, state.ticket);
    const values = { ticket: endsOf(facts, ends), points, missing: missingOf(facts, state) };
    return t(`web.line.ticket-${state.state}`, values);
  });
}

/** What a ticket needs: routes to claim, stations to build, routes to borrow. */
function missingOf(
  facts: RoutesFacts,
  { missing, spaces, stations, borrowed }: TicketState,
): string {
  const names = (routes: number[]): string =>
    listed(routes.map((route) => routeName(facts, elementAt(facts.routes, route))));
  const parts: string[] = [];
  if (missing?.length) {
    parts.push(t("web.line.ticket-spaces", { spaces: spaces ?? 0, routes: names(missing) }));
  }
  if (stations?.length) {
    const cities = listed(stations.map((city) => cityName(facts, city)));
    parts.push(t("web.routes.to-build", { cities }));
  }
  if (borrowed?.length) parts.push(t("web.routes.borrows", { routes: names(borrowed) }));
  return parts.join(" · ");
}

/** The routes of a city and who owns them; without a city, those that can be claimed now. */
function routes(table: LiveRoutesTable, typed: string): string[] {
  return typed ? routesOf(table, typed) : claimable(table);
}

function routesOf(table: LiveRoutesTable, typed: string): string[] {
  const city = table.facts.cities.findIndex((one) => isCalled(one, typed));
  if (city < 0) return [t("web.line.no-city", { city: typed })];
  return describeRoutes(table, (route) => route.a === city || route.z === city);
}

function claimable(table: LiveRoutesTable): string[] {
  const found = describeRoutes(table, (route) => table.legalSet.has(`claim ${route.id}`));
  return found.length === 0 ? [t("web.line.no-claim")] : found;
}

function describeRoutes(table: LiveRoutesTable, chosen: (route: Route) => boolean): string[] {
  return table.facts.routes.flatMap((route, number) =>
    chosen(route) ? [describe(table, route, number)] : [],
  );
}

function describe(table: LiveRoutesTable, route: Route, number: number): string {
  const { length, id } = route;
  const colour = t(`colours.${route.colour}`);
  const state = stateOf(table, route, number);
  return t("web.line.route", { route: routeName(table.facts, route), length, colour, state, id });
}

function stateOf(
  { shownScene: scene, legalSet }: LiveRoutesTable,
  route: Route,
  number: number,
): string {
  const owner = scene.seats.findIndex((seat) => seat.routes.includes(number));
  if (owner >= 0) return t("web.line.claimed", { name: `⟦@${owner}⟧` });
  if (scene.closed.includes(number)) return t("web.line.closed");
  return t(legalSet.has(`claim ${route.id}`) ? "web.line.can-claim" : "web.line.free");
}

/** The two cities of a route; the second of twins is called so. */
function routeName(facts: RoutesFacts, route: Route): string {
  const ends = endsOf(facts, route);
  return route.id.endsWith("/2") ? t("web.routes.second-route", { route: ends }) : ends;
}

function endsOf(facts: RoutesFacts, { a, z }: { a: number; z: number }): string {
  return `${cityName(facts, a)}–${cityName(facts, z)}`;
}

function cityName(facts: RoutesFacts, city: number): string {
  return name(facts.cities[city]?.names);
}

function listed(parts: string[]): string {
  return parts.join(t("web.comma"));
}

/** True if what was typed begins the city's id or one of its names. */
function isCalled(city: City, typed: string): boolean {
  const names = Object.values(city.names).map((one) => one.toLowerCase());
  return (
    city.id.startsWith(typed.replaceAll(" ", "-")) || names.some((one) => one.startsWith(typed))
  );
}
