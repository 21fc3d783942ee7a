// Fills in the places of a text: the one function where a text of the interface meets its values.
import { chooseForms } from "./plurals";

export type Values = Readonly<Record<string, string | number>>;

/**
 * Choose the plural forms, then replace every `{place}` of a text by its value. A place without a
 * value is looked up with `fallback`, and stays as it is where that finds nothing either.
 */
export function fillText(
  text: string,
  values: Values,
  language: string,
  fallback: (place: string) => string | undefined = () => undefined,
): string {
  return chooseForms(text, values, language).replace(/\{([\w-]+)\}/g, (whole, place: string) =>
    String(values[place] ?? fallback(place) ?? whole),
  );
}
