// Questions about Tokyo Railways, answered in words.
import { name, t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import type { LatticeFacts, LatticeScene } from "./types";
import type { Command } from "../app/commands";

const factsOf = (table: LiveTable): LatticeFacts => table.facts as unknown as LatticeFacts;
const sceneOf = (table: LiveTable): LatticeScene => table.scene as unknown as LatticeScene;

export const tokyoCommands: Record<string, Command> = { jobs, train, events };

function job(facts: LatticeFacts, number: number): string {
  const { id, origin, goal, reward } = facts.jobs[number]!;
  return t("web.line.job", { id, from: name(facts.cities[origin]!.names), to: name(facts.cities[goal]!.names), reward });
}

/** The jobs on the map, or those that start or end in a city. */
function jobs(table: LiveTable, rest: string): string[] {
  const facts = factsOf(table);
  const found = sceneOf(table).jobs.map((number) => job(facts, number)).filter((line) => line.toLowerCase().includes(rest));
  return found.length > 0 ? found : [t("web.line.no-jobs")];
}

function train(table: LiveTable): string[] {
  const [facts, scene] = [factsOf(table), sceneOf(table)];
  const seat = scene.seats[table.me ?? scene.in_turn];
  if (!seat) return [t("web.line.nothing")];
  const { speed, load, money, loans, joined } = seat;
  const at = seat.at < 0 ? t("web.line.not-placed") : `r${Math.floor(seat.at / facts.columns)}c${seat.at % facts.columns}`;
  return [t("web.line.train", { speed, load, money, loans, joined, at, left: scene.left }), ...seat.carried.map((number) => job(facts, number))];
}

function events(table: LiveTable): string[] {
  const facts = factsOf(table);
  const found = sceneOf(table).force.map(({ tile }) => facts.tiles[tile]!.kind);
  return found.length === 0 ? [t("web.line.no-events")] : found.map((kind) => `${t(`tokyo.happenings.${kind}`)}: ${t(`tokyo.meanings.${kind}`)}`);
}
