// What America, Europe, Great Lakes and London bring to the client.
import type { Family } from "../app/family";
import { commands } from "./commands";
import RoutesTable from "./RoutesTable.svelte";
import SeatDetails from "./SeatDetails.svelte";

export const routesFamily: Family<"routes"> = {
  GameView: RoutesTable,
  SeatDetails,
  commands,
  sounds: {
    drew: "draw",
    "drew-blind": "draw",
    "tunnel-card": "draw",
    kept: "draw",
    claimed: "claim",
    built: "claim",
  },
  ticketsDone: ({ tickets }) => tickets.filter(({ state }) => state === "done").length,
  lastRounds: ({ last_round: last }) => (last === null ? 0 : Math.max(1, last.rounds)),
};
