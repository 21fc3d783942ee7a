// Which names of cities are shown: all that are legible at this zoom without covering each other,
// cities with the most routes first.
import { elementAt } from "../lib/lists";
import type { CityLabel } from "./types";

const SMALLEST = 10.5; // pixels of type on the screen
const TYPE = 14; // units of type on the board
const EDGE = 10;
const CROWDED = 1.5; // from this enlargement on, names that would meet others are left out
const ANCHORS = { start: 0, middle: 0.5, end: 1 };

/** The facts that names are placed by. */
export interface LabelFacts {
  size: [width: number, height: number];
  cities: { labels: Record<string, CityLabel | null> }[];
  routes: { a: number; z: number }[];
}

/** How far a name moves aside to stay on the board, and how much larger it is written. */
export interface NamePlacement {
  aside: number;
  larger: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How much larger than on the board names are written, so that they can be read. */
export function enlargement(scale: number): number {
  return Math.max(1, Math.round((SMALLEST / (TYPE * scale)) * 20) / 20);
}

/**
 * The cities whose names are shown. On a crowded board the busiest cities keep theirs; else all are
 * shown, and those that would meet another one are no larger than on the board.
 */
export function legibleNames(
  facts: LabelFacts,
  language: string,
  factor: number,
): ReadonlyMap<number, NamePlacement> {
  const boxes = boxesOf(facts, language, factor);
  const crowded = factor > CROWDED;
  const shown = new Map<number, NamePlacement>();
  const taken: Box[] = [];
  for (const [city, box] of boxes) {
    if (crowded && taken.some((other) => meets(box, other))) continue;
    const tight = !crowded && [...boxes].some(([one, other]) => one !== city && meets(box, other));
    shown.set(city, { aside: asideOf(box, facts.size[0]), larger: tight ? 1 : factor });
    taken.push(box);
  }
  return shown;
}

function asideOf({ left, right }: Box, width: number): number {
  return Math.max(0, EDGE - left) - Math.max(0, right - width + EDGE);
}

/** The boxes of the names, of the busiest cities first. */
function boxesOf(facts: LabelFacts, language: string, factor: number): Map<number, Box> {
  const boxes = new Map<number, Box>();
  for (const city of busiest(facts)) {
    const label = elementAt(facts.cities, city).labels[language];
    if (label) boxes.set(city, boxOf(label, factor));
  }
  return boxes;
}

function busiest({ cities, routes }: LabelFacts): number[] {
  const count = (city: number): number =>
    routes.filter((route) => route.a === city || route.z === city).length;
  return cities
    .map((_, city) => ({ city, routes: count(city) }))
    .sort((one, other) => other.routes - one.routes)
    .map(({ city }) => city);
}

function boxOf({ width, at: [x, y], anchor }: CityLabel, factor: number): Box {
  const left = x - ANCHORS[anchor] * width * factor;
  return { left, right: left + width * factor, top: y - TYPE * factor, bottom: y + 4 };
}

function meets(one: Box, other: Box): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
