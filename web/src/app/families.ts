// The two families of games, each fetched when the first table of its kind is opened.
import type { Component } from "svelte";
import type { Table } from "../lib/table.svelte";

export interface Family {
  Play: Component<{ table: Table; replay: boolean }>;
  SeatDetails: Component<{ table: Table; seat: number }>;
}

export async function familyOf(name: string): Promise<Family> {
  return name === "lattice" ? lattice() : routes();
}

async function routes(): Promise<Family> {
  const [play, details] = await Promise.all([import("../routes/RoutesTable.svelte"), import("../routes/SeatDetails.svelte")]);
  return { Play: play.default as unknown as Family["Play"], SeatDetails: details.default as unknown as Family["SeatDetails"] };
}

async function lattice(): Promise<Family> {
  const [play, details] = await Promise.all([import("../tokyo/TokyoTable.svelte"), import("../tokyo/SeatDetails.svelte")]);
  return { Play: play.default as unknown as Family["Play"], SeatDetails: details.default as unknown as Family["SeatDetails"] };
}
