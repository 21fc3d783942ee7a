// The texts of the interface, fetched once per language. Everything that calls t() follows the
// language.
import { fillText, type Values } from "./fill-text";
import { ask } from "./http";
import { isCoarse } from "./pointer.svelte";
import { settings, type Language } from "./settings.svelte";

interface Texts {
  [key: string]: string | Texts;
}
/** One thing's names in the languages. */
export type Names = Partial<Record<Language, string>>;

const fetched: Partial<Record<Language, Texts>> = {};
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
  const known = fetched[language] ?? (await ask<Texts>(`/api/texts/${language}`));
  fetched[language] = known;
  texts = known;
  shownLanguage = language;
  settings.set({ language });
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
