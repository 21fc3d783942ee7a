// Which names the board shows and where, so that no two ever meet. The cities that matter to the
// viewer come first and are always named; then the busiest. A name that finds no free place steps
// back until the board is larger.
import type { Measure } from "../lib/measure";
import type { LegendBox } from "./legend";
import type { CityLabel, Point } from "./types";

const SMALLEST = 10.5; // pixels of type on the screen
const TYPE = 14; // units of type on the board
const SMALL_TYPE = 9; // of the name in the other language, under the large one
const LEADING = 10.8; // from line to line
const EDGE = 10;
const RING = 8; // half of a city's mark
const BESIDE = 10.5; // from the middle of a city to its name
const GAP = 1.5; // between two names
const TIGHT = 0.85; // how small a name of the viewer's own becomes where there is no room
/** A name over another city costs more than anything it can cover otherwise. */
const COVERS_CITY = 40;
const COVERS_SPACE = 3;
const ABOVE = 0.8; // of the type, over the base line
const BELOW = 0.22;
const ANCHORS = { start: 0, middle: 0.5, end: 1 };
/** Beyond this enlargement, names have no second line in the other language. */
const ONE_LANGUAGE = 1.05;

/** The facts that names are placed by. */
export interface LabelFacts {
  size: [width: number, height: number];
  cities: {
    at: Point;
    names: Record<string, string>;
    labels: Record<string, CityLabel | null>;
  }[];
  routes: { a: number; z: number; spaces: [x: number, y: number, turn: number][] }[];
  map_names: { names: Record<string, string>; at: Point; size: number; turn: number }[];
}

/** What the names depend on beside the board. */
export interface LabelWishes {
  language: string;
  /** How much larger than on the board names are written. */
  factor: number;
  /** Cities that are named whatever else steps back. */
  always: readonly number[];
  legends: readonly LegendBox[];
  measure: Measure;
}

/** A name's base line, and how much larger it is written; `small` is the other language's line. */
export interface NamePlacement {
  x: number;
  y: number;
  anchor: CityLabel["anchor"];
  larger: number;
  small: number | null;
}

export interface PlacedLabels {
  cities: ReadonlyMap<number, NamePlacement>;
  /** The seas and countries whose names have room, by number. */
  map: ReadonlySet<number>;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Candidate {
  placement: NamePlacement;
  box: Box;
  cost: number;
}

/** How much larger than on the board names are written, so that they can be read. */
export function enlargement(scale: number): number {
  return Math.max(1, Math.round((SMALLEST / (TYPE * scale)) * 20) / 20);
}

/** Whether names have their second line, in the other language. */
export function hasSmallNames(factor: number): boolean {
  return factor <= ONE_LANGUAGE;
}

export function placeLabels(facts: LabelFacts, wishes: LabelWishes): PlacedLabels {
  const placer = new NamePlacer(facts, wishes);
  const always = new Set(wishes.always);
  for (const city of wishes.always) placer.insist(city);
  for (const city of busiest(facts)) if (!always.has(city)) placer.offer(city);
  return { cities: placer.placed, map: placer.mapNames() };
}

/** Cities with the most routes first. */
function busiest({ cities, routes }: LabelFacts): number[] {
  const count = (city: number): number =>
    routes.filter((route) => route.a === city || route.z === city).length;
  return cities
    .map((_, city) => ({ city, routes: count(city) }))
    .sort((one, other) => other.routes - one.routes)
    .map(({ city }) => city);
}

class NamePlacer {
  readonly placed = new Map<number, NamePlacement>();
  /** No name may meet these. */
  #taken: Box[];
  /** Better not covered. */
  #spaces: Box[];
  #rings: Box[];

  constructor(
    readonly facts: LabelFacts,
    readonly wishes: LabelWishes,
  ) {
    this.#taken = wishes.legends.map(({ x, y, width, height }) => around(x, y, width, height));
    this.#spaces = facts.routes.flatMap(({ spaces }) => spaces.map(spaceBox));
    this.#rings = facts.cities.map(({ at: [x, y] }) => around(x, y, 2 * RING, 2 * RING));
  }

  /** Name a city where there is room and no other city is covered. */
  offer(city: number): void {
    const best = this.#best(city, this.wishes.factor, 1);
    if (best && best.cost < COVERS_CITY) this.#take(city, best);
  }

  /** Name a city in any case: smaller or farther off rather than not at all. */
  insist(city: number): void {
    const { factor } = this.wishes;
    const best =
      this.#best(city, factor, 1) ??
      this.#best(city, Math.max(1, factor * TIGHT), 1) ??
      this.#best(city, Math.max(1, factor * TIGHT), 3) ??
      this.#candidates(city, Math.max(1, factor * TIGHT), 1)[0];
    if (best) this.#take(city, best);
  }

  /** The seas and countries whose names meet none of the cities'. */
  mapNames(): Set<number> {
    const shown = new Set<number>();
    this.facts.map_names.forEach((one, number) => {
      const box = mapNameBox(one, this.wishes);
      if (this.#taken.some((other) => meets(box, other))) return;
      shown.add(number);
      this.#taken.push(box);
    });
    return shown;
  }

  #take(city: number, { placement, box }: Candidate): void {
    this.placed.set(city, placement);
    this.#taken.push(box);
  }

  /** The free place that covers least, with the other language's line if that fits. */
  #best(city: number, factor: number, far: number): Candidate | undefined {
    const free = this.#candidates(city, factor, far).filter(
      ({ box }) => !this.#taken.some((other) => meets(box, other)),
    );
    return free.sort((one, other) => one.cost - other.cost)[0];
  }

  #candidates(city: number, factor: number, far: number): Candidate[] {
    const found = this.facts.cities[city];
    const label = found?.labels[this.wishes.language];
    if (!found || !label) return [];
    const lines = this.#lines(found.names, factor);
    return spots(found.at, label, lines, far).map(([spot, rank]) => {
      const { placement, box } = this.#put(spot, lines);
      return { placement, box, cost: rank + this.#cost(city, box) };
    });
  }

  #lines(names: Record<string, string>, factor: number): Lines {
    const { language, measure } = this.wishes;
    const large = names[language] ?? names.en ?? "";
    const other = names[language === "ja" ? "en" : "ja"] ?? "";
    const small = hasSmallNames(factor) && other !== large && other !== "";
    return {
      larger: factor,
      small,
      width: Math.max(
        measure(large, 700) * TYPE * factor,
        small ? measure(other, 500) * SMALL_TYPE : 0,
      ),
      height: TYPE * factor + (small ? LEADING : 0),
    };
  }

  /** A name at a spot, moved aside so that it stays on the board. */
  #put({ x, y, anchor }: Spot, lines: Lines): { placement: NamePlacement; box: Box } {
    const { width, height, larger } = lines;
    const left = x - ANCHORS[anchor] * width;
    const [wide, high] = this.facts.size;
    const aside = Math.max(0, EDGE - left) - Math.max(0, left + width - wide + EDGE);
    const middle = Math.min(Math.max(y, EDGE + height / 2), high - EDGE - height / 2);
    const base = middle - height / 2 + ABOVE * TYPE * larger + 0.7;
    const box = {
      left: left + aside - GAP,
      right: left + aside + width + GAP,
      top: base - ABOVE * TYPE * larger,
      bottom: lines.small ? base + LEADING + BELOW * SMALL_TYPE : base + BELOW * TYPE * larger,
    };
    const small = lines.small ? base + LEADING : null;
    return { placement: { x: x + aside, y: base, anchor, larger, small }, box };
  }

  #cost(city: number, box: Box): number {
    const rings = this.#rings.filter((ring, one) => one !== city && meets(box, ring)).length;
    const spaces = this.#spaces.filter((space) => meets(box, space)).length;
    return rings * COVERS_CITY + spaces * COVERS_SPACE;
  }
}

interface Lines {
  larger: number;
  small: boolean;
  width: number;
  height: number;
}

/** Where a name is set: its anchor at x, the middle of its lines at y. */
interface Spot {
  x: number;
  y: number;
  anchor: CityLabel["anchor"];
}

/** The board's own place first, then those around the city; each with a small cost. */
function spots(
  [x, y]: Point,
  label: CityLabel,
  { height }: Lines,
  far: number,
): [Spot, number][] {
  const own: Spot = { x: label.at[0], y: label.at[1], anchor: label.anchor };
  const out = BESIDE * far;
  const up = out + height / 2;
  const near = out / 2 + height / 2;
  const places: Spot[] = [
    { x: x + out, y, anchor: "start" },
    { x: x - out, y, anchor: "end" },
    { x, y: y - up, anchor: "middle" },
    { x, y: y + up, anchor: "middle" },
  ];
  for (const side of [1, -1] as const)
    for (const down of [-1, 1]) {
      const anchor = side > 0 ? "start" : "end";
      places.push({ x: x + (side * out) / 2, y: y + down * near, anchor });
      places.push({ x: x + side * out, y: y + down * height * 0.6, anchor });
      places.push({ x: x - side * out * 2, y: y + down * up, anchor });
    }
  return [[own, 0], ...places.map((spot, n): [Spot, number] => [spot, 2 + n * 0.3])];
}

function mapNameBox(
  one: LabelFacts["map_names"][number],
  { language, measure }: LabelWishes,
): Box {
  const words = one.names[language] ?? one.names.en ?? "";
  const width = measure(words, 400) * one.size + words.length * one.size * 0.22;
  const turn = (one.turn * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  const [x, y] = one.at;
  return around(x, y, width * cosine + one.size * sine, width * sine + one.size * cosine);
}

/** A space of a route, as a square: it may lie in any direction. */
function spaceBox([x, y]: [x: number, y: number, turn: number]): Box {
  return around(x, y, 16, 16);
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function meets(one: Box, other: Box): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
