// What a family of games brings for the statistics: its board, and what the items are called.
import type { Component } from "svelte";
import type { Facts, FamilyName } from "../lib/wire";

/** An item that is looked at. */
export interface Chosen {
  table: string;
  id: string;
}

/** How far the wins of routes are above the average, from -1 to 1, by id. */
export type Heat = ReadonlyMap<string, number>;

export interface MapProps<F extends FamilyName> {
  game: string;
  facts: Facts<F>;
  chosen: Chosen | null;
  heat: Heat;
  choose: (chosen: Chosen | null) => void;
  /** A city was chosen on the board: the list shows what belongs to it. */
  find: (text: string) => void;
}

export interface ExploreFamily<F extends FamilyName> {
  Map: Component<MapProps<F>>;
  /** The name of an item of the board; null for others, which the texts name. */
  nameOf: (facts: Facts<F>, table: string, id: string) => string | null;
  /** What an item is worth. */
  pointsOf: (facts: Facts<F>, table: string, id: string) => number | null;
  /** That in words. */
  pointsText: (points: number) => string;
  /** The key of the text that tells what to tap. */
  pick: string;
  /** Whether routes are coloured by their wins. */
  heat: boolean;
}
