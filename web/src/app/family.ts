// What a family of games brings to the client: everything about it that the screens use.
import type { Component, Snippet } from "svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import type { ReplayTable } from "../lib/replay-table.svelte";
import type { Table } from "../lib/table.svelte";
import type { FamilyName, Scene } from "../lib/wire";

/** A question that can be typed, answered in words. */
export type Command<F extends FamilyName = FamilyName> = (
  table: LiveTable<F>,
  rest: string,
) => string[] | Promise<string[]>;

/** What an event sounds like: a card is punched, pieces clack onto the board, a job chimes. */
export type EventSound = "draw" | "claim" | "done";

export interface Family<F extends FamilyName> {
  /** The board with its panels, and everything a player does there; `question` is shown instead of
      a replay's, which is none. */
  GameView: Component<{ table: Table<F>; replay: boolean; question?: Snippet }>;
  /** What everybody sees of one seat. */
  SeatDetails: Component<{ table: Table<F>; seat: number }>;
  commands: Readonly<Record<string, Command<F>>>;
  /** Sounds by the kind of event. */
  sounds: Readonly<Record<string, EventSound>>;
  /** How many of the viewer's tickets are done. */
  ticketsDone: (scene: Scene<F>) => number;
  /** How many last rounds have been announced; 0 before that. */
  lastRounds: (scene: Scene<F>) => number;
}

/** A table that is being played, together with its family. */
export type OpenTable<F extends FamilyName = FamilyName> = {
  [K in F]: { table: LiveTable<K>; family: Family<K> };
}[F];
/** A replay, together with its family. */
export type OpenReplay<F extends FamilyName = FamilyName> = {
  [K in F]: { table: ReplayTable<K>; family: Family<K> };
}[F];
/** Either of them. */
export type AnyOpenTable<F extends FamilyName = FamilyName> = {
  [K in F]: { table: Table<K>; family: Family<K> };
}[F];
