// What this browser keeps by itself: settings, puzzles, lessons, the list of games. It goes along with
// an export; an import takes what is missing here and replaces nothing unless the player says so.
import { recents, type Recent } from "../lib/recent-tables";

/** Texts of the browser's local storage, by key. */
export type BrowserValues = Record<string, string>;

const OWN = "ekiben-";
const RECENT = "ekiben-recent";
/** Follows from the boards themselves. */
const LEFT_OUT = ["ekiben-boards"];
/** What a player would miss; other differences need no question. */
const ASKED_ABOUT = ["ekiben-settings", "ekiben-puzzles", "ekiben-lessons"];

export function browserValues(): BrowserValues {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(OWN));
  const kept = keys.filter((key) => !LEFT_OUT.includes(key)).sort();
  return Object.fromEntries(kept.map((key) => [key, localStorage.getItem(key) ?? ""]));
}

/** Take what is missing here; returns what is different here and was left as it is. */
export function takeMissing(values: BrowserValues): BrowserValues {
  const different: BrowserValues = {};
  for (const [key, value] of ownEntries(values)) {
    const here = localStorage.getItem(key);
    if (key === RECENT) localStorage.setItem(key, withGames(value));
    else if (here === null) localStorage.setItem(key, value);
    else if (here !== value && ASKED_ABOUT.includes(key)) different[key] = value;
  }
  return different;
}

/** Replace what is here: the player has said so. */
export function replaceValues(values: BrowserValues): void {
  for (const [key, value] of ownEntries(values)) localStorage.setItem(key, value);
}

/** Only texts under our own keys: a file may come from anywhere. */
function ownEntries(values: BrowserValues): [string, string][] {
  return Object.entries(values).filter(
    ([key, value]) => key.startsWith(OWN) && !LEFT_OUT.includes(key) && typeof value === "string",
  );
}

/** The list of games here, and after it those of the file that it lacks. */
function withGames(text: string): string {
  const here = recents();
  const known = new Set(here.map((one) => one.table));
  const more = parseGames(text).filter((one) => !known.has(one.table));
  return JSON.stringify([...here, ...more].sort((one, two) => two.at - one.at));
}

function parseGames(text: string): Recent[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? (found as Recent[]).filter(isGame) : [];
  } catch {
    return [];
  }
}

function isGame(one: Partial<Recent> | null): one is Recent {
  return typeof one?.table === "string" && typeof one.game === "string" && Number.isFinite(one.at);
}
