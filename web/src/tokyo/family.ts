// What Tokyo Railways brings to the client.
import type { Family } from "../app/family";
import { commands } from "./commands";
import SeatDetails from "./SeatDetails.svelte";
import TokyoTable from "./TokyoTable.svelte";
import type { TokyoName } from "./types";

export const tokyoFamily: Family<TokyoName> = {
  GameView: TokyoTable,
  SeatDetails,
  commands,
  sounds: { loaded: "draw", unloaded: "draw", built: "claim", placed: "claim", rewarded: "done" },
  ticketsDone: () => 0,
  lastRounds: (scene) => (scene.last_round ? 1 : 0),
};
