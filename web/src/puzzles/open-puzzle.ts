// Puzzles with the code of their games, and the list of all puzzles.
import { fetchFacts, registered } from "../app/families";
import type { Family } from "../app/family";
import type { DailyPuzzles, PuzzleSummary } from "../generated/messages";
import { ask } from "../lib/http";
import { needTexts } from "../lib/i18n.svelte";
import { router } from "../lib/router.svelte";
import type { Facts, FamilyName } from "../lib/wire";
import { nextPuzzle, type Filter } from "./progress";
import { fetchPuzzle, PuzzleTable, type Puzzle } from "./puzzle-table.svelte";
import { solver } from "./solver.svelte";

/** A puzzle, together with its family. */
export type OpenPuzzle<F extends FamilyName = FamilyName> = {
  [K in F]: { table: PuzzleTable<K>; family: Family<K> };
}[F];

export async function openPuzzle(id: string): Promise<OpenPuzzle> {
  const puzzle = await fetchPuzzle(id);
  return show(puzzle, await fetchFacts(puzzle));
}

async function show<F extends FamilyName>(
  puzzle: Puzzle<F>,
  facts: Facts<F>,
): Promise<OpenPuzzle<F>> {
  const { quickVerbs, load, texts } = registered(facts);
  const { game, options } = puzzle;
  const [family] = await Promise.all([load(), needTexts(texts)]);
  return { table: new PuzzleTable<F>(puzzle, { game, options, facts, quickVerbs }), family };
}

let list: Promise<PuzzleSummary[]> | null = null;

/** All puzzles, fetched once. */
export function fetchList(): Promise<PuzzleSummary[]> {
  list ??= ask<PuzzleSummary[]>("/api/puzzles").catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

export function fetchDaily(): Promise<DailyPuzzles> {
  return ask<DailyPuzzles>("/api/puzzles/daily");
}

/** What the address asks to go on with. */
export function filterOfAddress(): Filter {
  const { query } = router.place;
  return { game: query.get("game") ?? "", kind: query.get("kind") ?? "" };
}

/** Where a puzzle to solve next is; the page of all puzzles if there is none. */
export async function nextAddress(filter: Filter, last: string | null = null): Promise<string> {
  const next = nextPuzzle(await fetchList(), solver.progress, filter, last);
  if (next === null) return "/puzzles";
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return `/puzzles/${next.id}${query.size > 0 ? `?${query.toString()}` : ""}`;
}
