// Asks the server for the review of a finished game.
import { ask, post } from "../lib/http";
import { language } from "../lib/i18n.svelte";
import type { Source } from "../lib/replay-table.svelte";
import type { Review } from "./types";

/**
 * The review of a game as far as it has been worked out: from one seat, or only with everything
 * known. With the number of passes that are known already, the server answers once there is more.
 */
export function fetchReview(source: Source, seat: number | null, since: number): Promise<Review> {
  const query = new URLSearchParams({ language: language() });
  if (seat !== null) query.set("seat", String(seat));
  if (since > 0) query.set("since", String(since));
  const asked = query.toString();
  if ("record" in source) return post<Review>(`/api/review?${asked}`, source.record);
  const from = source.deal === undefined ? "/api" : `/api/deals/${source.deal}`;
  return ask<Review>(`${from}/tables/${source.table}/review?${asked}`);
}
