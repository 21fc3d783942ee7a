// Where the routes and cities are on the board, which one lies next in a direction, and which one is
// nearest to a point.
import { elementAt } from "../lib/lists";
import type { BoardItem } from "./model.svelte";
import type { Point, RoutesFacts } from "./types";

/** The facts that say where things are. */
export interface BoardGeometry {
  cities: Pick<RoutesFacts["cities"][number], "at">[];
  routes: Pick<RoutesFacts["routes"][number], "spaces">[];
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const WIDEST = 1.2; // a thing further aside than this times along lies in another direction
const ASIDE_COST = 1.5;

export function isSame(one: BoardItem | null, other: BoardItem | null): boolean {
  if (one === null || other === null) return one === other;
  if ("route" in one) return "route" in other && one.route === other.route;
  return "city" in other && one.city === other.city;
}

/** A city's point, or the middle space of a route. */
export function pointOf(facts: BoardGeometry, item: BoardItem): Point {
  if ("city" in item) return elementAt(facts.cities, item.city).at;
  const { spaces } = elementAt(facts.routes, item.route);
  const [x, y] = elementAt(spaces, Math.floor((spaces.length - 1) / 2));
  return [x, y];
}

function allItems(facts: BoardGeometry): BoardItem[] {
  const routes = facts.routes.map((_, route) => ({ route }));
  return [...routes, ...facts.cities.map((_, city) => ({ city }))];
}

/** The nearest item in the direction of an arrow key, or null. */
export function nextItem(facts: BoardGeometry, from: BoardItem, key: string): BoardItem | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const start = pointOf(facts, from);
  let best: BoardItem | null = null;
  let least = Infinity;
  for (const item of allItems(facts)) {
    const cost = isSame(item, from) ? Infinity : costOf(start, pointOf(facts, item), direction);
    if (cost >= least) continue;
    best = item;
    least = cost;
  }
  return best;
}

/** How far a point is in a direction, distance aside counting more; Infinity in another one. */
function costOf([x, y]: Point, [toX, toY]: Point, [right, down]: Point): number {
  const along = (toX - x) * right + (toY - y) * down;
  const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
  return along <= 0 || aside > along * WIDEST ? Infinity : along + aside * ASIDE_COST;
}

/** The item nearest to a point of the board, within reach; null where there is none. */
export function itemAt(
  facts: BoardGeometry,
  { x, y }: { x: number; y: number },
  reach: number,
): BoardItem | null {
  let best: BoardItem | null = null;
  let least = reach;
  const consider = (item: BoardItem, itemX: number, itemY: number): void => {
    const distance = Math.hypot(itemX - x, itemY - y);
    if (distance >= least) return;
    best = item;
    least = distance;
  };
  facts.cities.forEach(({ at }, city) => consider({ city }, at[0], at[1]));
  facts.routes.forEach(({ spaces }, route) => {
    for (const [spaceX, spaceY] of spaces) consider({ route }, spaceX, spaceY);
  });
  return best;
}
