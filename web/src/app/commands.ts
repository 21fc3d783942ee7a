// What can be typed besides actions: questions about the game, answered in words.
import { t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import type { FamilyName } from "../lib/wire";
import type { Command, OpenTable } from "./family";

const MOST_LISTED = 40;
const MOST_COMPLETIONS = 12;

const COMMON: Readonly<Record<string, Command>> = { why, undo, all, seats };

/** Answer a line that was typed: a question, or an action that is played. */
export async function answer<F extends FamilyName>(
  open: OpenTable<F>,
  typed: string,
): Promise<string[]> {
  const text = typed.trim().replace(/^\//, "").toLowerCase().replace(/\s+/g, " ");
  const [word, rest] = splitAtBlank(text);
  if (word === "help" || word === "?") return help(open);
  const command = commandsOf(open).get(word);
  if (command) return command(open.table, rest);
  await open.table.shown();
  if (await open.table.act(text)) return [];
  return open.table.refusal ? [] : [t("web.connection.lost")];
}

export interface Completion {
  /** The longest beginning that all fitting lines share; what was typed where none fits. */
  text: string;
  fitting: string[];
}

/** Complete a line from the legal actions and the commands. */
export function complete<F extends FamilyName>(open: OpenTable<F>, typed: string): Completion {
  const { legal } = open.table;
  const words = ["help", ...commandsOf(open).keys()].map((word) => `${word} `);
  const known = [...legal, ...words, ...legal.map((action) => `why ${action}`)];
  const fitting = known.filter((line) => line.startsWith(typed));
  const text = fitting.length === 0 ? typed : fitting.reduce(sharedBeginning);
  return { text, fitting: fitting.slice(0, MOST_COMPLETIONS) };
}

function commandsOf<F extends FamilyName>({ family }: OpenTable<F>): Map<string, Command<F>> {
  return new Map<string, Command<F>>([
    ...Object.entries(COMMON),
    ...Object.entries(family.commands),
  ]);
}

function help<F extends FamilyName>(open: OpenTable<F>): string[] {
  const commands = ["help", ...commandsOf(open).keys()].join(", ");
  return [t("web.line.help", { commands })];
}

function sharedBeginning(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one.slice(0, end);
}

function splitAtBlank(text: string): [string, string] {
  const blank = text.indexOf(" ");
  return blank < 0 ? [text, ""] : [text.slice(0, blank), text.slice(blank + 1)];
}

// ---- the commands of every family
async function why(table: LiveTable, action: string): Promise<string[]> {
  if (!action) return [t("web.line.why-what")];
  const { legal, text, clause, short } = await table.why(action);
  if (legal) return [t("web.line.allowed", { action })];
  return clause ? [text, `${clause}: ${short ?? ""}`] : [text];
}

async function undo(table: LiveTable): Promise<string[]> {
  if (await table.undo()) return [t("web.line.undone")];
  return [table.refusal?.text ?? t("web.line.no-undo")];
}

/** The legal actions that contain what was typed. */
function all(table: LiveTable, part: string): string[] {
  const fitting = table.legal.filter((action) => action.includes(part));
  if (fitting.length === 0) return [t(table.mine ? "web.line.none" : "web.line.not-yours")];
  const more = fitting.length - MOST_LISTED;
  if (more <= 0) return fitting;
  return [...fitting.slice(0, MOST_LISTED), t("web.line.more", { count: more })];
}

function seats(table: LiveTable): string[] {
  const scores = table.scene?.seats.map((seat) => seat.score) ?? [];
  return scores.map((score, seat) => t("web.line.seat", { name: `⟦@${seat}⟧`, score }));
}
