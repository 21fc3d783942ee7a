// Where a move is on the board.
import type { MarkedMove } from "../lib/board-marks.svelte";
import type { BoardItem } from "./model.svelte";

/** Routes, cities and tickets by their numbers. */
export interface MarkedPlaces {
  routes: number[];
  cities: number[];
  tickets: number[];
}

/** What of a model says where things are. */
export interface Places {
  itemNamed(target: string): BoardItem | null;
  readonly scene: { seats: { offer?: number[] | null }[] };
}

/** The routes, cities and offered tickets that a move names. */
export function placesOf(model: Places, { actions, seat }: MarkedMove): MarkedPlaces {
  const items = actions.map((action) => model.itemNamed(action)).filter((item) => item !== null);
  return {
    routes: items.flatMap((item) => ("route" in item ? item.route : [])),
    cities: items.flatMap((item) => ("city" in item ? item.city : [])),
    tickets: actions.flatMap((action) => keptTickets(action, model.scene.seats[seat]?.offer ?? [])),
  };
}

/** `keep 1 3` is the first and the third ticket of the offer. */
function keptTickets(action: string, offer: readonly number[]): number[] {
  const [verb, ...places] = action.split(" ");
  return verb === "keep" ? places.flatMap((place) => offer[Number(place) - 1] ?? []) : [];
}
