// Finds targets on the page. Elements say what they are: `data-target` names an action or a thing,
// `data-place` a part of the table, `data-tab` the tab behind which such a part may be hidden.
import type { Finder } from "./pointing.svelte";

/** Where a target may be, in order: an action is shown at its own button, else at its thing. */
export function selectorsOf(target: string): string[] {
  const [verb = "", ...rest] = target.split(" ");
  const thing = rest.join(" ");
  return [attribute("target", target), ...(OF_VERB[verb]?.(thing) ?? placeSelectors(target))];
}

const city = (thing: string): string[] => [attribute("target", `city:${thing}`)];
const market = (): string[] => [unchosenTab("market"), attribute("place", "market")];
const ownTrain = (): string[] => [unchosenTab("turn")];
const OF_VERB: Record<string, (thing: string) => string[]> = {
  claim: (thing) => [attribute("target", `route:${thing}`)],
  station: city,
  harbour: city,
  draw: market,
  refill: market,
  pay: () => [attribute("target", "pay")],
  take: () => [attribute("target", "take")],
  exchange: () => [attribute("target", "exchange")],
  keep: keepSelectors,
  upgrade: ownTrain,
  borrow: ownTrain,
  repay: ownTrain,
};

/** Tickets that are still to be ticked, or no longer; then the button. */
function keepSelectors(thing: string): string[] {
  const places = thing.split(" ");
  const others = places.map((place) => `:not(${attribute("offer", place)})`).join("");
  return [
    ...places.map((place) => `${attribute("offer", place)}[aria-checked="false"]`),
    `[data-offer][aria-checked="true"]${others}`,
    attribute("target", "keep"),
  ];
}

function placeSelectors(target: string): string[] {
  const [kind = "", name] = target.split(":");
  if (name === undefined) return [attribute("place", kind), unchosenTab(kind)];
  return kind === "ticket" || kind === "job" ? [unchosenTab(`${kind}s`)] : [];
}

const attribute = (name: string, value: string): string =>
  `[data-${name}="${value.replaceAll(/["\\]/g, "")}"]`;
const unchosenTab = (name: string): string => `${attribute("tab", name)}[aria-selected="false"]`;

/** The first element of a target that can be seen, or where a family finds it. */
export function findTarget(target: string, finders: Iterable<Finder>): Element | DOMRect | null {
  for (const finder of finders) {
    const found = finder(target);
    if (found) return found;
  }
  for (const selector of selectorsOf(target)) {
    const found = [...document.querySelectorAll(selector)].find(isShown);
    if (found) return found;
  }
  return null;
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
