// What Tokyo Railways brings for the statistics.
import type { ExploreFamily } from "../explore/family";
import { name } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import ExploreMap from "./ExploreMap.svelte";
import type { TokyoFacts, TokyoName, TokyoScene } from "./types";

/** The map before anybody has built or placed anything. */
export function emptyScene(): TokyoScene {
  return {
    turn: 0,
    in_turn: 0,
    first: 0,
    left: 0,
    still: false,
    spent: 0,
    upgraded: false,
    paid: [],
    losing: 0,
    last_round: false,
    seats: [],
    track: [],
    jobs: [],
    delivered: [],
    force: [],
    cups: [0, 0],
    win_money: 0,
    winner: -1,
    ranking: [],
    sheet: [],
    verdict: "",
    margin: "",
  };
}

function cityName(facts: TokyoFacts, city: number): string {
  return name(elementAt(facts.cities, city).names);
}

export const exploreFamily: ExploreFamily<TokyoName> = {
  Map: ExploreMap,
  nameOf: (facts, table, id) => {
    const job = facts.jobs.find((one) => table === "jobs" && one.id === id);
    if (job) return `${cityName(facts, job.origin)} → ${cityName(facts, job.goal)}`;
    const city = facts.cities.find((one) => table === "cities" && one.id === id);
    return city ? name(city.names) : null;
  },
  pointsOf: (facts, table, id) =>
    facts.jobs.find((one) => table === "jobs" && one.id === id)?.reward ?? null,
  pointsText: (points) => `${points} G`,
  pick: "web.explore.pick-jobs",
  heat: false,
};
