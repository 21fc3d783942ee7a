// The words of the interface, fetched once per language; everything that calls t() follows the language.
import { ask } from "./http";
import { chooseForms } from "./plurals";
import { settings, type Language } from "./settings.svelte";

type Words = { [key: string]: string | Words };
export type Names = Partial<Record<Language, string>>;
export type Values = Record<string, string | number>;

const loaded: Partial<Record<Language, Words>> = {};
let words = $state.raw<Words>({});
let shown = $state<Language>("en");
/** What the game at the table calls by a name of its own: keys, and the keys said instead. */
let own = $state.raw<Record<string, string>>({});

export function rename(keys: Record<string, string>): void { own = keys; }

export async function start(): Promise<void> { await speak(settings.language); }

/** Change the language, also in mid-game. */
export async function speak(language: Language): Promise<void> {
  const fetched = loaded[language] ?? (await ask<Words>(`/api/texts/${language}`));
  loaded[language] = fetched;
  words = fetched;
  shown = language;
  settings.set({ language });
}

export function language(): Language { return shown; }

/** The text under a dotted key, its {places} filled; a key that is missing shows itself. */
export function t(key: string, values: Values = {}): string {
  const found = lookup(key);
  return found === undefined ? key : fill(found, values);
}

/** The text under a key, or nothing where there is none. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const found = lookup(key);
  return found === undefined ? undefined : fill(found, values);
}

/** One of the names a thing has in several languages. */
export function name(names: Names | string | undefined): string {
  return typeof names === "string" ? names : (names?.[shown] ?? names?.en ?? "");
}

function lookup(key: string): string | undefined {
  return (own[key] && entry(own[key])) || entry(key);
}

function entry(key: string): string | undefined {
  let found: string | Words | undefined = words;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : undefined;
}

function fill(text: string, values: Values): string {
  return chooseForms(text, values, shown).replace(/\{([\w-]+)\}/g, (place, key: string) => String(values[key] ?? (key === "wild" ? lookup("kinds.wild") : place)));
}
