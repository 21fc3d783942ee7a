// Branches of a finished game: playing on from a position, the tree of what was tried, sharing it.
import type {
  BranchInfo,
  BranchOrigin,
  BranchTree,
  NewBranch,
  TableLink,
} from "../../generated/messages";
import { addressOf } from "../../lib/addresses";
import { HttpProblem, ask, post } from "../../lib/http";
import { language } from "../../lib/i18n.svelte";
import { remember } from "../../lib/recent-tables";
import type { Source } from "../../lib/replay-table.svelte";
import { router } from "../../lib/router.svelte";
import { freshToken } from "../../lib/seat-access";

const TRIES = 3;

/** Whether a game that is shown can be taken up again; others' games of a deal cannot. */
export function canBranch(source: Source): boolean {
  return "record" in source || source.deal === undefined;
}

/** The table of a game; a record in hand becomes one first. */
export async function tableOf(source: Source): Promise<string> {
  if ("table" in source) return source.table;
  return (await post<TableLink>("/api/records", source.record)).table;
}

/** Begin a table that plays on from a position; the answer is its address here. */
export async function playOn(
  source: Source,
  game: string,
  wish: Omit<NewBranch, "fresh">,
): Promise<string> {
  const table = await tableOf(source);
  const made = await begin(table, { ...wish, fresh: freshToken() });
  router.rename(reviewAddress(table, wish.seat, wish.at)); // where the way back leads
  remember(made, game);
  return `/t/${made}`;
}

/** Ask again with the same token if no answer came: it never makes two branches. */
async function begin(table: string, wish: NewBranch, tries = TRIES): Promise<string> {
  try {
    return (await post<TableLink>(`/api/tables/${table}/branches`, wish)).table;
  } catch (error) {
    const unanswered = error instanceof HttpProblem && error.status === 0;
    if (!unanswered || tries <= 1) throw error;
    return begin(table, wish, tries - 1);
  }
}

export function fetchTree(table: string): Promise<BranchTree> {
  return ask<BranchTree>(`/api/tables/${table}/branches?language=${language()}`);
}

/** Where a finished game is reviewed, from a seat and at a position. */
export function reviewAddress(table: string, seat = 0, at = 0): string {
  return `/review/${table}?seat=${seat}#ply=${at}`;
}

/** Where the game is reviewed that a branch takes up again. */
export function originAddress({ parent, seat, at }: BranchOrigin): string {
  return reviewAddress(parent, seat, at);
}

/** Where the mistakes of a game are practised, from the choice at a position on. */
export async function mistakesAddress(source: Source, seat: number, at = 0): Promise<string> {
  return `/review/${await tableOf(source)}/mistakes?seat=${seat}&at=${at}`;
}

/** The link to a finished game and its tree, which from now on is enough to see them. */
export async function shareLink(table: string, seat: number, shared: boolean): Promise<string> {
  if (!shared) await post(`/api/tables/${table}/share`, {});
  return addressOf(reviewAddress(table, seat));
}

/** A branch in a list, with how deep it lies under the table it is listed for. */
export interface ListedBranch {
  branch: BranchInfo;
  depth: number;
}

/** The branches as a list: each is followed by its own, those from earlier positions first. */
export function listBranches({ table, branches }: BranchTree): ListedBranch[] {
  const below = (parent: string, depth: number): ListedBranch[] =>
    branches
      .filter((branch) => branch.parent === parent)
      .sort((a, b) => a.at - b.at || a.created - b.created)
      .flatMap((branch) => [{ branch, depth }, ...below(branch.table, depth + 1)]);
  return below(table, 0);
}
