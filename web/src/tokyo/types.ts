// The facts, scenes and plans of Tokyo Railways under the names they have in this folder; Python
// defines them.
import type { JobsAnswer, NoPlan, RunAnswer, TrackAnswer } from "../generated/messages";
import type { LiveTable } from "../lib/live-table.svelte";
import type { Table } from "../lib/table.svelte";

export type {
  Crossing as Ferry,
  Harbour as Port,
  JobFacts as Job,
  JobWay as JobReach,
  Label,
  TokyoFacts,
  TokyoScene,
  RunAnswer as RunPlan,
  Stop,
  Town as City,
  TrackAnswer as TrackPlan,
  Train as Seat,
} from "../generated/messages";

/** The family's name in its facts. */
export type TokyoName = "lattice";
export type TokyoTable = Table<TokyoName>;
export type LiveTokyoTable = LiveTable<TokyoName>;
export type Plan = TrackAnswer | RunAnswer | JobsAnswer | NoPlan;
/** The middle of a box on the map, its width and its height. */
export type Box = [x: number, y: number, width: number, height: number];
export type Point = [x: number, y: number];
