// Questions about Tokyo Railways that can be typed, answered in words.
import type { Command } from "../app/family";
import { name, t } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import { postName } from "./places";
import type { LiveTokyoTable, TokyoFacts, TokyoName } from "./types";

export const commands: Readonly<Record<string, Command<TokyoName>>> = { jobs, train, events };

/** The jobs on the map whose line contains what was typed: those of a city, say. */
function jobs(table: LiveTokyoTable, part: string): string[] {
  const { facts, shownScene: scene } = table;
  const lines = scene.jobs.map((job) => jobLine(facts, job));
  const fitting = lines.filter((line) => line.toLowerCase().includes(part));
  return fitting.length > 0 ? fitting : [t("web.line.no-jobs")];
}

function train(table: LiveTokyoTable): string[] {
  const { facts, shownScene: scene } = table;
  const seat = scene.seats[table.me ?? scene.in_turn];
  if (!seat) return [t("web.line.nothing")];
  const { speed, load, money, loans, joined } = seat;
  const values = { speed, load, money, loans, joined, at: placeOf(facts, seat.at) };
  const line = t("web.line.train", { ...values, left: scene.left });
  return [line, ...seat.carried.map((job) => jobLine(facts, job))];
}

function events(table: LiveTokyoTable): string[] {
  const { facts, shownScene: scene } = table;
  const kinds = scene.force.map(({ tile }) => elementAt(facts.tiles, tile).kind);
  if (kinds.length === 0) return [t("web.line.no-events")];
  return kinds.map((kind) => `${t(`tokyo.happenings.${kind}`)}: ${t(`tokyo.meanings.${kind}`)}`);
}

function jobLine(facts: TokyoFacts, job: number): string {
  const { id, origin, goal, reward } = elementAt(facts.jobs, job);
  const from = name(elementAt(facts.cities, origin).names);
  const to = name(elementAt(facts.cities, goal).names);
  return t("web.line.job", { id, from, to, reward });
}

function placeOf(facts: TokyoFacts, post: number): string {
  return post < 0 ? t("web.line.not-placed") : postName(facts, post);
}
