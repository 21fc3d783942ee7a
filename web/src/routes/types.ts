// The facts of a route game's board and the scene of a view, as the server defines them.
export type {
  CityFacts as City, DistrictFacts as District, Due, KindFacts as Kind, RouteFacts, RouteLine as Route, RouteScene, RouteSeat, SheetLine,
  TicketFacts as Ticket, TicketState,
} from "../generated/messages";

/** Kinds of card, and how many of each. */
export type Cards = Record<string, number>;
