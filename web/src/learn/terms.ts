// Finds the terms of a game in a text: whole words only, the longest term first, each term once.
import type { TermInfo } from "../generated/messages";

export interface GlossedPart {
  words: string;
  /** The term that the words are a form of. */
  term?: TermInfo;
}

interface Matcher {
  pattern: RegExp;
  terms: ReadonlyMap<string, TermInfo>;
}

/** Scripts in which a letter before or after makes it another word. */
const SCRIPTS = [
  { letter: /[\p{Script=Latin}\p{N}]/u, inside: "[\\p{Script=Latin}\\p{N}\\-]" },
  { letter: /\p{Script=Han}/u, inside: "\\p{Script=Han}" },
  { letter: /[\p{Script=Katakana}ー]/u, inside: "[\\p{Script=Katakana}ー]" },
];
const matchers = new WeakMap<readonly TermInfo[], Matcher>();

/** Split a text at the terms in it. */
export function findTerms(text: string, terms: readonly TermInfo[]): GlossedPart[] {
  if (terms.length === 0) return [{ words: text }];
  const { pattern, terms: byForm } = matcherOf(terms);
  const parts: GlossedPart[] = [];
  const seen = new Set<TermInfo>();
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const term = byForm.get(found[0].toLowerCase());
    if (!term?.id || seen.has(term)) continue; // a name of a place, or explained already
    seen.add(term);
    if (found.index > from) parts.push({ words: text.slice(from, found.index) });
    parts.push({ words: found[0], term });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ words: text.slice(from) });
  return parts;
}

function matcherOf(terms: readonly TermInfo[]): Matcher {
  const known = matchers.get(terms) ?? makeMatcher(terms);
  matchers.set(terms, known);
  return known;
}

function makeMatcher(terms: readonly TermInfo[]): Matcher {
  const byForm = new Map(
    terms.flatMap((term) => term.forms.map((form) => [form.toLowerCase(), term])),
  );
  const forms = [...byForm.keys()].sort((one, other) => other.length - one.length);
  return { pattern: new RegExp(forms.map(wholeWord).join("|"), "giu"), terms: byForm };
}

/** The form where it is a word of its own. */
function wholeWord(form: string): string {
  const escaped = form.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  const before = SCRIPTS.find(({ letter }) => letter.test(form.charAt(0)));
  const after = SCRIPTS.find(({ letter }) => letter.test(form.charAt(form.length - 1)));
  return `${before ? `(?<!${before.inside})` : ""}${escaped}${after ? `(?!${after.inside})` : ""}`;
}
