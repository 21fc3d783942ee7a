// What an update sounds like, where sound is wanted.
import type { LiveTable } from "../lib/live-table.svelte";
import { bell, clack, punch, whistle } from "../lib/sounds";
import type { Update } from "../lib/wire";

const CARDS = new Set(["drew", "drew-blind", "tunnel-card", "kept", "loaded", "unloaded"]);
const PIECES = new Set(["claimed", "built", "placed"]);

export function watchSounds(table: LiveTable): () => void {
  return table.onUpdate((update, moment) => { if (moment === "after") sound(table, update); });
}

function sound(table: LiveTable, update: Update): void {
  const kinds = update.said.map((one) => one.kind);
  if (kinds.includes("last-round")) whistle();
  else if (kinds.some((kind) => PIECES.has(kind))) clack(3);
  else if (kinds.some((kind) => CARDS.has(kind))) punch();
  if (table.mine && update.said.some((one) => one.seat !== table.me)) bell();
}
