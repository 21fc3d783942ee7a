// What an update sounds like, for players who want sound.
import type { LiveTable } from "../lib/live-table.svelte";
import { bell, clack, punch, whistle } from "../lib/sounds";
import type { FamilyName, Played } from "../lib/wire";
import type { EventSound, OpenTable } from "./family";

type Sounds = Readonly<Record<string, EventSound>>;

/** Play the sounds of every update that is shown; returns the function that stops it. */
export function watchSounds<F extends FamilyName>({ table, family }: OpenTable<F>): () => void {
  return table.onUpdate((played, moment) => {
    if (moment === "after") playSounds(table, family.sounds, played);
  });
}

function playSounds(table: LiveTable, sounds: Sounds, { said }: Played): void {
  const heard = new Set(said.map((line) => sounds[line.kind]));
  if (said.some((line) => line.kind === "last-round")) whistle();
  else if (heard.has("pieces")) clack(3);
  else if (heard.has("card")) punch();
  if (table.mine && said.some((line) => line.seat !== table.me)) bell();
}
