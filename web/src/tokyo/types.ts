// The facts of a lattice, the scene of a view and the answers to plans, by the names they have here; they are defined in Python.
export type {
  Crossing as Ferry, Harbour as Port, JobFacts as Job, JobWay, Label, LatticeFacts, LatticeScene, NoPlan, RunAnswer as RunPlan, Stop,
  Town as City, TrackAnswer as TrackPlan, Train as Seat,
} from "../generated/messages";
import type { JobsAnswer, NoPlan, RunAnswer, TrackAnswer } from "../generated/messages";

export type Planned = TrackAnswer | RunAnswer | JobsAnswer | NoPlan;
export type Box = [number, number, number, number];
export type Point = [number, number];
