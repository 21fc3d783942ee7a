// How much the coach says in ordinary games. Somebody new gets hints in the first games.
import { recents } from "../lib/recent-tables";
import { settings } from "../lib/settings.svelte";

export const MODES = ["off", "hints", "explain"] as const;
export type CoachMode = (typeof MODES)[number];
const FIRST_GAMES = 3;

/** The mode that was chosen, or hints until a few games have been played to the end. */
export function coachMode(): CoachMode {
  if (settings.coach !== null) return settings.coach;
  const played = recents().filter((one) => one.heard?.over && !one.heard.lesson).length;
  return played < FIRST_GAMES ? "hints" : "off";
}

const FOLDED = "ekiben-coach-folded";

/** Whether only the coach's cap was shown last. */
export function wasFolded(): boolean {
  try {
    return localStorage.getItem(FOLDED) !== null;
  } catch {
    return false;
  }
}

export function keepFolded(folded: boolean): void {
  try {
    if (folded) localStorage.setItem(FOLDED, "1");
    else localStorage.removeItem(FOLDED);
  } catch {
    /* a browser that keeps nothing still plays */
  }
}
