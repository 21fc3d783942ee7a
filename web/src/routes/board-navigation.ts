// Where things are on the sheet, and which one lies next in a direction: for arrow keys.
import type { BoardItem } from "./model.svelte";
import type { RouteFacts } from "./types";

const WAYS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function same(one: BoardItem | null, two: BoardItem | null): boolean {
  if (one === null || two === null) return one === two;
  return "route" in one ? "route" in two && one.route === two.route : "city" in two && one.city === two.city;
}

/** A city's place, or the middle space of a route. */
export function placeOf(facts: RouteFacts, thing: BoardItem): [number, number] {
  if ("city" in thing) return facts.cities[thing.city]!.at;
  const { spaces } = facts.routes[thing.route]!;
  const [x, y] = spaces[Math.floor((spaces.length - 1) / 2)]!;
  return [x, y];
}

export function things(facts: RouteFacts): BoardItem[] {
  return [...facts.routes.map((_, route) => ({ route })), ...facts.cities.map((_, city) => ({ city }))];
}

/** The nearest thing that lies more in the key's direction than aside. */
export function nearest(facts: RouteFacts, from: BoardItem, key: string): BoardItem | null {
  const way = WAYS[key];
  if (!way) return null;
  const [x, y] = placeOf(facts, from);
  let best: BoardItem | null = null, least = Infinity;
  for (const thing of things(facts)) {
    if (same(thing, from)) continue;
    const [tx, ty] = placeOf(facts, thing);
    const along = (tx - x) * way[0] + (ty - y) * way[1], aside = Math.abs((tx - x) * way[1]) + Math.abs((ty - y) * way[0]);
    if (along <= 0 || aside > along * 1.2) continue;
    const cost = along + aside * 1.5;
    if (cost < least) { least = cost; best = thing; }
  }
  return best;
}

/** The thing nearest to a point of the sheet, within reach. */
export function closest(facts: RouteFacts, { x, y }: { x: number; y: number }, reach: number): BoardItem | null {
  let best: BoardItem | null = null, least = reach;
  const look = (thing: BoardItem, px: number, py: number): void => {
    const far = Math.hypot(px - x, py - y);
    if (far < least) { least = far; best = thing; }
  };
  facts.cities.forEach(({ at }, city) => look({ city }, at[0], at[1]));
  facts.routes.forEach(({ spaces }, route) => spaces.forEach(([px, py]) => look({ route }, px, py)));
  return best;
}
