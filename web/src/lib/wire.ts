// The messages between browser and server as the components use them. Python defines the messages;
// generated/messages.ts is written from there. Here their open parts get the types of a family.
import type * as Messages from "../generated/messages";

/** The facts and scenes of every family, by the name that its facts carry in `family`. */
export interface FamilyTypes {
  routes: { facts: Messages.RouteFacts; scene: Messages.RouteScene };
  lattice: { facts: Messages.TokyoFacts; scene: Messages.TokyoScene };
}
export type FamilyName = keyof FamilyTypes;
/** What never changes about a board. */
export type Facts<F extends FamilyName = FamilyName> = FamilyTypes[F]["facts"] & { family: F };
/** What a viewer sees of a position. */
export type Scene<F extends FamilyName = FamilyName> = FamilyTypes[F]["scene"];

/**
 * An event as the log tells it: a sentence with marks, and the event's fields. `line` is the number
 * of the first event of its move: the latest text of a line tells the whole move.
 */
export interface LogLine {
  n: number;
  line: number;
  kind: string;
  seat: number | null;
  text: string;
  [field: string]: unknown;
}

export type Seats = Omit<Messages.Seats, "type" | "seq">;
export type Handover = Messages.Handover;
/** What one accepted action or undo changes for this viewer. */
export type Update<F extends FamilyName = FamilyName> = Omit<
  Messages.Update,
  "said" | "asked" | "changed"
> & { said: LogLine[]; asked: string | null; changed: Partial<Scene<F>> };
/** A whole position, with the log so far. */
export type Snapshot<F extends FamilyName = FamilyName> = Omit<
  Messages.Snapshot,
  "said" | "scene"
> & { said: LogLine[]; scene: Scene<F> };
/** What an update tells besides the position: the action, its lines of the log, and whether it
 * has shown something to its own seat alone. */
export type Played = Pick<Update, "by" | "said" | "revealed">;
/** The part of a position that every update states anew. */
export type Position = Omit<Update, "type" | "changed" | "by" | "said" | "revealed">;
/** Whether an action is legal, and if not, by which clause. */
export type WhyAnswer = Omit<Messages.WhyAnswer, "type" | "request">;
export type Refused = Messages.ErrorMessage;
export type Planned = Messages.PlanMessage;
export type PlanQuestion = Messages.PlanAsk;
export type LessonStep = Messages.LessonStep;
export type LessonBubble = Messages.LessonBubble;
export type Hello = Messages.Hello;
export type Mixing = Messages.Mixing;
export type TableInfo = Messages.TableInfo;

/** What the server sends. */
export type Incoming<F extends FamilyName = FamilyName> =
  Exclude<Messages.ServerMessage, Messages.Update | Messages.Snapshot> | Update<F> | Snapshot<F>;

type WithoutRequest<M> = M extends unknown ? Omit<M, "request"> : never;
/** What the browser sends; the connection numbers the requests. */
export type Outgoing = WithoutRequest<Messages.Request>;
