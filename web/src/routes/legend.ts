// The boxes that explain the board, where the sheet keeps a place free for them.
import type { RoutesFacts } from "./types";

export interface LegendBox {
  /** The middle of the box. */
  x: number;
  y: number;
  width: number;
  height: number;
}

type LegendFacts = Pick<RoutesFacts, "points" | "routes" | "districts" | "spots">;
const ROW = 15;
const DISTRICT_ROW = 17;
const TITLE = 26;
const SMALLEST_SCALE = 0.5; // below it nobody can read them

/** What routes of each length are worth. */
export function pointRows({ points, routes }: LegendFacts): { length: number; points: number }[] {
  return points
    .map((worth, n) => ({ length: n + 1, points: worth }))
    .filter(
      ({ length, points: worth }) => worth > 0 && routes.some((route) => route.length === length),
    );
}

export function pointsBox(facts: LegendFacts): LegendBox | null {
  return boxAt(facts.spots.points, 104, pointRows(facts).length * ROW + TITLE);
}

export function districtsBox(facts: LegendFacts): LegendBox | null {
  return boxAt(facts.spots.districts, 120, facts.districts.length * DISTRICT_ROW + TITLE);
}

/** The boxes that are shown at a zoom. */
export function legendBoxes(facts: LegendFacts, scale: number): LegendBox[] {
  if (scale < SMALLEST_SCALE) return [];
  return [pointsBox(facts), districtsBox(facts)].filter((box) => box !== null);
}

function boxAt(
  spot: [number, number] | undefined,
  width: number,
  height: number,
): LegendBox | null {
  return spot ? { x: spot[0], y: spot[1], width, height } : null;
}
