// The texts of the interface, fetched once per language; those of a game or a rare page are fetched
// with its code. Everything that calls t() follows the language.
import { untrack } from "svelte";
import { fillText, type Values } from "./fill-text";
import { ask } from "./http";
import { isCoarse } from "./pointer.svelte";
import { settings, type Language } from "./settings.svelte";

interface Texts {
  [key: string]: string | Texts;
}
/** One thing's names in the languages. */
export type Names = Partial<Record<Language, string>>;

/** Parts of the client with texts of their own. */
export type TextPart =
  | "routes"
  | "tokyo"
  | "proof"
  | "cards"
  | "guide"
  | "coach"
  | "puzzles"
  | "review"
  | "practice"
  | "explore"
  | "page";

const fetched: Partial<Record<Language, Texts>> = {};
const needed = new Set<TextPart>();
const fetchedParts = new Set<string>();
let texts = $state.raw<Texts>({});
let shownLanguage = $state<Language>("en");
/** Keys whose text the game at the table replaces, and the keys of the texts it uses instead. */
let replaced = $state.raw<Readonly<Record<string, string>>>({});

/** Use other texts at this table: Europe, say, has its own word for a wild card. */
export function replaceTexts(keys: Readonly<Record<string, string>>): void {
  replaced = keys;
}

/** Change the language, also in mid-game. */
export async function setLanguage(language: Language): Promise<void> {
  fetched[language] ??= await ask<Texts>(`/api/texts/${language}`);
  await Promise.all([...needed].map((part) => fetchPart(language, part)));
  texts = fetched[language];
  shownLanguage = language;
  settings.set({ language });
}

/** Fetch everything anew: there are other games now, with names of their own. */
export async function refetchTexts(): Promise<void> {
  fetched.en = undefined;
  fetched.ja = undefined;
  fetchedParts.clear();
  await setLanguage(shownLanguage);
}

/** Fetch the texts of a part of the client; they follow the language from then on. */
export async function needTexts(part: TextPart): Promise<void> {
  needed.add(part);
  // whoever asks does not ask again with every language: setLanguage fetches what is needed
  await fetchPart(untrack(language), part);
  texts = fetched[shownLanguage] ?? texts;
}

async function fetchPart(language: Language, part: TextPart): Promise<void> {
  const path = `${language}/${part}`;
  if (fetchedParts.has(path)) return;
  const { web, ...tables } = await ask<Record<string, Texts>>(`/api/texts/${path}`);
  const known = fetched[language] ?? {};
  fetched[language] = { ...known, ...tables, web: { ...(known.web as Texts), ...web } };
  fetchedParts.add(path);
}

export function language(): Language {
  return shownLanguage;
}

/** The language that is not shown. */
export function otherLanguage(): Language {
  return shownLanguage === "ja" ? "en" : "ja";
}

/** The text under a dotted key with its places filled; a key that is missing shows itself. */
export function t(key: string, values: Values = {}): string {
  return maybe(key, values) ?? key;
}

/** The text under a key, or nothing where there is none. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const text = lookup(key);
  return text === undefined ? undefined : fillText(text, values, shownLanguage, commonPlace);
}

/** A thing's name in the shown language. */
export function name(names: Names | undefined): string {
  return names?.[shownLanguage] ?? names?.en ?? "";
}

/** {wild} needs no value: it is the game's own word for a wild card. */
function commonPlace(place: string): string | undefined {
  return place === "wild" ? lookup("kinds.wild") : undefined;
}

function lookup(key: string): string | undefined {
  const other = replaced[key];
  return (other ? entry(other) : undefined) ?? variant(key) ?? entry(key);
}

/** What the text is where a finger points: `key-touch` beside `key`. */
function variant(key: string): string | undefined {
  return isCoarse() ? entry(`${key}-touch`) : undefined;
}

function entry(key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : undefined;
}
