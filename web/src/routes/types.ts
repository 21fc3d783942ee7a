// The facts and scenes of the route games under the names they have in this folder; Python defines
// them.
import type { LiveTable } from "../lib/live-table.svelte";
import type { Table } from "../lib/table.svelte";

export type {
  CityFacts as City,
  CityLabel,
  Due,
  KindFacts as CardKind,
  RouteFacts as RoutesFacts,
  RouteLine as Route,
  RouteScene as RoutesScene,
  RouteSeat as Seat,
  TicketFacts as Ticket,
  TicketState,
} from "../generated/messages";

export type RoutesTable = Table<"routes">;
export type LiveRoutesTable = LiveTable<"routes">;
/** Kinds of card, and how many of each. */
export type Cards = Record<string, number>;
export type Point = [x: number, y: number];
