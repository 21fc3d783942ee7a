// Posts as people call them: the server has put every one in words.
import { language, name } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import type { TokyoFacts } from "./types";

/** The facts that names of posts need. */
export type PlaceFacts = Pick<TokyoFacts, "cities" | "ports" | "places">;

/** The town at a post, else how far and which way from the nearest one. */
export function postName({ cities, ports, places }: PlaceFacts, post: number): string {
  const number = elementAt(places.towns, post);
  const town = cities[number] ?? elementAt(ports, number - cities.length);
  const texts = places.texts[language()] ?? places.texts.en ?? [];
  return elementAt(texts, elementAt(places.bearings, post)).replace("{town}", name(town.names));
}
