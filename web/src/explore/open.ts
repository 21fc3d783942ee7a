// The statistics of a game together with its board and what its family brings.
import { exploreFamily, fetchFacts, registered } from "../app/families";
import type { ExplorerInfo, ExplorerSummary } from "../generated/messages";
import { ask } from "../lib/http";
import { needTexts } from "../lib/i18n.svelte";
import type { Facts, FamilyName } from "../lib/wire";
import type { ExploreFamily } from "./family";

export type OpenStatistics<F extends FamilyName = FamilyName> = {
  [K in F]: { info: ExplorerInfo; facts: Facts<K>; family: ExploreFamily<K> };
}[F];

export function fetchGames(): Promise<ExplorerSummary[]> {
  return ask<ExplorerSummary[]>("/api/explore");
}

export async function openStatistics(game: string): Promise<OpenStatistics> {
  const info = await ask<ExplorerInfo>(`/api/explore/${game}`);
  return open(info, await fetchFacts({ game, rules: info.rules, options: {} }));
}

async function open<F extends FamilyName>(
  info: ExplorerInfo,
  facts: Facts<F>,
): Promise<OpenStatistics<F>> {
  const { texts } = registered(facts);
  const [family] = await Promise.all([exploreFamily(facts), needTexts(texts)]);
  return { info, facts, family };
}
