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

/** How far a name moves aside to stay on the sheet, and how much larger than there it is written. */
export interface Named { aside: number; larger: number }

/** The cities whose names are shown. Where some would meet a little they are no larger than on the sheet; where many would, the busiest stay. */
export function legible(facts: RouteFacts, language: string, factor: number): ReadonlyMap<number, Named> {
  const crowded = factor > 1.5, shown = new Map<number, Named>(), taken: Box[] = [];
  const boxes = new Map(busiest(facts).flatMap((city) => { const box = boxOf(facts, city, language, factor); return box ? [[city, box] as const] : []; }));
  for (const [city, box] of boxes) {
    if (crowded && taken.some((other) => meets(box, other))) continue;
    const tight = !crowded && [...boxes].some(([other, its]) => other !== city && meets(box, its));
    shown.set(city, { aside: Math.max(0, EDGE - box.left) - Math.max(0, box.right - facts.size[0] + EDGE), larger: tight ? 1 : factor });
    taken.push(box);
  }
  return shown;
}

function busiest(facts: RouteFacts): number[] {
  const routes = facts.cities.map((_, city) => facts.routes.filter((route) => route.a === city || route.z === city).length);
  return facts.cities.map((_, city) => city).sort((one, two) => routes[two]! - routes[one]!);
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
