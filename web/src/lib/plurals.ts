// Plural forms in texts, as src/ekiben/texts/plurals.py reads them:
// {count, plural, one {# train} other {# trains}}
import type { Values } from "./fill-text";

const rules: Record<string, Intl.PluralRules> = {};

/** Replace every plural by the form for its number, so that only plain {places} are left. */
export function chooseForms(text: string, values: Values, language: string): string {
  const found = /\{(\w+),\s*plural,/.exec(text);
  if (!found) return text;
  const [opening, name = ""] = found;
  const { forms, end } = readForms(text, found.index + opening.length);
  const form = formFor(values[name], forms, language).replaceAll("#", `{${name}}`);
  return chooseForms(text.slice(0, found.index) + form + text.slice(end), values, language);
}

/** Read the forms of a plural from where they start; `end` is where the plural ends. */
function readForms(text: string, start: number): { forms: Map<string, string>; end: number } {
  const forms = new Map<string, string>();
  const form = /\s*(=\d+|\w+)\s*\{/y;
  for (form.lastIndex = start; ; form.lastIndex = start) {
    const found = form.exec(text);
    if (!found) break;
    const begin = start + found[0].length;
    start = closingBrace(text, begin);
    forms.set(found[1] ?? "", text.slice(begin, start - 1));
  }
  const end = closingBrace(text, start);
  if (!forms.has("other") || text.slice(start, end - 1).trim()) {
    throw new Error(`a plural needs forms such as one {…} and other {…}: ${text}`);
  }
  return { forms, end };
}

/** Find the end of what was opened before `start`: the place after its closing brace. */
function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let place = start; place < text.length; place++) {
    if (text[place] === "{") depth++;
    if (text[place] === "}") depth--;
    if (depth === 0) return place + 1;
  }
  throw new Error(`a closing brace is missing: ${text}`);
}

/** Pick a number's form; what is not written as a whole number takes `other`. */
function formFor(
  value: string | number | undefined,
  forms: Map<string, string>,
  language: string,
): string {
  const other = forms.get("other") ?? "";
  if (!/^-?\d+$/.test(String(value))) return other;
  const number = Number(value);
  rules[language] ??= new Intl.PluralRules(language);
  return forms.get(`=${number}`) ?? forms.get(rules[language].select(number)) ?? other;
}
