// The registry of families. A family's code is fetched when its first table is opened; nothing
// outside this file and the families' own folders knows which families there are.
import type { ExploreFamily } from "../explore/family";
import { ask } from "../lib/http";
import { needTexts, type TextPart } from "../lib/i18n.svelte";
import { LiveTable } from "../lib/live-table.svelte";
import type { Eyes, Frames, Source } from "../lib/replay-table.svelte";
import type { Facts, FamilyName, TableInfo } from "../lib/wire";
import type { Family, OpenReplay, OpenTable } from "./family";

interface Registered<F extends FamilyName> {
  /** Verbs of small actions that come many in a row and are shown faster. */
  quickVerbs: ReadonlySet<string>;
  load: () => Promise<Family<F>>;
  /** What it brings for the statistics. */
  explore: () => Promise<ExploreFamily<F>>;
  texts: TextPart;
}

const FAMILIES: { readonly [F in FamilyName]: Registered<F> } = {
  routes: {
    quickVerbs: new Set(),
    load: async () => (await import("../routes/family")).routesFamily,
    explore: async () => (await import("../routes/explore")).exploreFamily,
    texts: "routes",
  },
  lattice: {
    quickVerbs: new Set(["step", "build"]),
    load: async () => (await import("../tokyo/family")).tokyoFamily,
    explore: async () => (await import("../tokyo/explore")).exploreFamily,
    texts: "tokyo",
  },
};

/** What the facts of a board depend on; a table of an older version keeps the rules of its time. */
type BoardKey = Pick<TableInfo, "game" | "rules" | "options">;

export async function openTable(id: string): Promise<OpenTable> {
  const info = await ask<TableInfo>(`/api/tables/${id}`);
  return connect(info, await fetchFacts(info));
}

export async function openReplay(source: Source, eyes?: Eyes): Promise<OpenReplay> {
  const { fetchFrames } = await replays();
  const frames = await fetchFrames(source, eyes);
  return showFrames(source, frames, await fetchFacts(frames));
}

async function connect<F extends FamilyName>(
  info: TableInfo,
  facts: Facts<F>,
): Promise<OpenTable<F>> {
  const { quickVerbs, load, texts } = registered(facts);
  const { game, options } = info;
  const table = new LiveTable<F>(info, { game, options, facts, quickVerbs });
  const [family] = await Promise.all([load(), needTexts(texts)]);
  return { table, family };
}

async function showFrames<F extends FamilyName>(
  source: Source,
  frames: Frames<F>,
  facts: Facts<F>,
): Promise<OpenReplay<F>> {
  const { quickVerbs, load, texts } = registered(facts);
  const { game, options } = frames;
  const [{ ReplayTable }, family] = await Promise.all([replays(), load(), needTexts(texts)]);
  const table = new ReplayTable<F>(source, frames, { game, options, facts, quickVerbs });
  return { table, family };
}

/** The code for replays, which a game in play does without. */
const replays = () => import("../lib/replay-table.svelte");

/** What is known of a board's family before its code is fetched. */
export function registered<F extends FamilyName>(facts: Facts<F>): Registered<F> {
  const name: F = facts.family;
  return FAMILIES[name];
}

/** What a board's family brings for the statistics. */
export function exploreFamily<F extends FamilyName>(facts: Facts<F>): Promise<ExploreFamily<F>> {
  return registered(facts).explore();
}

export async function fetchFacts({ game, rules, options }: BoardKey): Promise<Facts> {
  const set = Object.entries(options).map(([key, value]) => ["set", `${key}=${String(value)}`]);
  const query = new URLSearchParams(set);
  query.set("rules", String(rules));
  return ask<Facts>(`/api/facts/${game}?${query.toString()}`);
}
