// What travels between browser and server, as the components use it. The messages are defined in Python and generated from there.
import type * as Made from "../generated/messages";

export type Scene = Record<string, unknown>;
export type Facts = Record<string, unknown>;

/** One thing that happened: a sentence with markup, and the event's own fields. */
export interface Said {
  n: number;
  kind: string;
  seat: number | null;
  text: string;
  [field: string]: unknown;
}

export type Seats = Pick<Made.Seats, "names" | "kinds" | "levels" | "present">;
/** A change of what this viewer sees: one per accepted action or undo. */
export type Update = Omit<Made.Update, "said" | "asked"> & { said: Said[]; asked: string | null };
export type Snapshot = Omit<Made.Snapshot, "said"> & { said: Said[] };
/** What holds after an update, whatever came before. */
export type Position = Omit<Update, "type" | "changed" | "by" | "said">;
export type Because = Omit<Made.Because, "type" | "request">;
export type Refused = Made.Refused;
export type Incoming = Exclude<Made.Answer, Made.Update | Made.Snapshot> | (Update & { type: "update" }) | Snapshot;
export type { Hello, TableInfo } from "../generated/messages";
