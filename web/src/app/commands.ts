// What can be typed besides actions: questions about the game, answered in words from the facts and the scene.
import { t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import { tokyoCommands } from "../tokyo/commands";
import { routesCommands } from "../routes/commands";

export type Command = (table: LiveTable, rest: string) => string[] | Promise<string[]>;

const MOST = 40;

const COMMON: Record<string, Command> = {
  help: (table) => [t("web.line.help", { commands: Object.keys(commandsOf(table)).join(", ") })],
  why: reason,
  undo: async (table) => ((await table.undo()) ? [t("web.line.undone")] : [table.refusal?.text ?? t("web.line.no-undo")]),
  all: listed,
  seats: (table) => ((table.scene.seats as { score: number }[]) ?? []).map((seat, at) => t("web.line.seat", { name: `⟦@${at}⟧`, score: seat.score })),
};

export function commandsOf(table: LiveTable): Record<string, Command> {
  return { ...COMMON, ...(table.family === "lattice" ? tokyoCommands : routesCommands) };
}

/** Answer a line that was typed: a question, or an action that is played. */
export async function answer(table: LiveTable, typed: string): Promise<string[]> {
  const text = typed.trim().replace(/^\//, "").toLowerCase().replace(/\s+/g, " ");
  const [word = "", rest = ""] = split(text);
  const command = commandsOf(table)[word === "?" ? "help" : word];
  if (command) return command(table, rest);
  await table.shown();
  if (await table.act(text)) return [];
  return table.refusal ? [] : [t("web.connection.lost")];
}

/** The longest beginning that all fitting actions and commands share, or the typed text where none fits. */
export function completed(table: LiveTable, typed: string): { text: string; fitting: string[] } {
  const known = [...table.legal, ...Object.keys(commandsOf(table)).map((word) => `${word} `), ...table.legal.map((one) => `why ${one}`)];
  const fitting = known.filter((one) => one.startsWith(typed));
  return { text: fitting.length === 0 ? typed : fitting.reduce(shared), fitting: fitting.slice(0, 12) };
}

function shared(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one.slice(0, at);
}

function split(text: string): [string, string] {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function listed(table: LiveTable, rest: string): string[] {
  const fitting = table.legal.filter((one) => one.includes(rest));
  if (fitting.length === 0) return [t(table.mine ? "web.line.none" : "web.line.not-yours")];
  const shown = fitting.slice(0, MOST);
  return fitting.length > MOST ? [...shown, t("web.line.more", { count: fitting.length - MOST })] : shown;
}

async function reason(table: LiveTable, rest: string): Promise<string[]> {
  if (!rest) return [t("web.line.why-what")];
  const because = await table.why(rest);
  if (because.legal) return [t("web.line.allowed", { action: rest })];
  return because.clause ? [because.text, `${because.clause}: ${because.short ?? ""}`] : [because.text];
}
