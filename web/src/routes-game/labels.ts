// Which names of cities are shown: all that are legible at this zoom without covering each other, the busiest cities first.
import type { RouteFacts } from "./types";

const SMALLEST = 10.5;          // pixels of type on the screen
const TYPE = 14;                // units of type on the sheet
const EDGE = 10;

/** How much larger than on the sheet names are written, so that they can be read. */
export function enlarged(scale: number): number {
  return Math.max(1, Math.round((SMALLEST / (TYPE * scale)) * 20) / 20);
}

interface Box { left: number; right: number; top: number; bottom: number }

/** The cities whose names are shown, each with how far its name moves aside to stay on the sheet. */
export function legible(facts: RouteFacts, language: string, factor: number): ReadonlyMap<number, number> {
  const routes = facts.cities.map((_, city) => facts.routes.filter((route) => route.a === city || route.z === city).length);
  const order = facts.cities.map((_, city) => city).sort((one, two) => routes[two]! - routes[one]!);
  const shown = new Map<number, number>(), taken: Box[] = [];
  for (const city of order) {
    const box = boxOf(facts, city, language, factor);
    if (!box || (factor > 1.5 && taken.some((other) => meets(box, other)))) continue;
    shown.set(city, Math.max(0, EDGE - box.left) - Math.max(0, box.right - facts.size[0] + EDGE));
    taken.push(box);
  }
  return shown;
}

function boxOf(facts: RouteFacts, city: number, language: string, factor: number): Box | null {
  const label = facts.cities[city]!.labels[language];
  if (!label) return null;
  const width = label.width * factor, left = label.at[0] - { start: 0, middle: 0.5, end: 1 }[label.anchor] * width;
  return { left, right: left + width, top: label.at[1] - TYPE * factor, bottom: label.at[1] + 4 };
}

function meets(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}
