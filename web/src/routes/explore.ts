// What the route games bring for the statistics.
import type { ExploreFamily } from "../explore/family";
import { name, t } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import ExploreMap from "./ExploreMap.svelte";
import type { RoutesFacts, RoutesScene } from "./types";

/** A board before anybody sits down; all tickets can be lit on it. */
export function emptyScene(facts: RoutesFacts): RoutesScene {
  return {
    turn: 0,
    seats: [],
    closed: [],
    twins: [],
    market: [],
    decks: [],
    discards: [],
    discarded: {},
    tickets_left: 0,
    setting_up: false,
    last_round: null,
    due: null,
    tickets: facts.tickets.map((_, ticket) => ({ ticket, state: "reachable" as const })),
    payments: {},
    joined: [],
    ranking: [],
    sheet: [],
    verdict: "",
    margin: "",
    longest: [],
    borrowed: [],
  };
}

function endsName(facts: RoutesFacts, { a, z }: { a: number; z: number }): string {
  return [a, z].map((city) => name(elementAt(facts.cities, city).names) || "·").join("–");
}

function routeName(facts: RoutesFacts, id: string): string {
  const route = facts.routes.find((one) => one.id === id);
  const ends = route ? endsName(facts, route) : id;
  return id.endsWith("/2") ? t("web.routes.second-route", { route: ends }) : ends;
}

export const exploreFamily: ExploreFamily<"routes"> = {
  Map: ExploreMap,
  nameOf: (facts, table, id) => {
    if (table === "routes") return routeName(facts, id);
    const ticket = facts.tickets.find((one) => table === "tickets" && one.id === id);
    return ticket ? endsName(facts, ticket) : null;
  },
  pointsOf: (facts, table, id) => {
    if (table === "tickets") return facts.tickets.find((one) => one.id === id)?.points ?? null;
    const route = facts.routes.find((one) => table === "routes" && one.id === id);
    return route ? (facts.points[route.length - 1] ?? null) : null;
  },
  pointsText: (points) => t("web.routes.worth", { points }),
  pick: "web.explore.pick",
  heat: true,
};
