// Where the names of cities stand at a scale: no two of them meet, names grow where the map is
// small, and those that find no room step back until it is larger.
import type { Measure } from "../lib/measure";
import type { Box, City, Label } from "./types";

/** The height of the letters on the map, by kind. */
export const LETTERS: Readonly<Record<string, number>> = {
  mega: 24,
  large: 18.5,
  medium: 13.5,
  exit: 12,
  small: 11,
  port: 10,
};
/** The height of the second line, in the other language. */
export const SECOND_LINE: Readonly<Record<string, number>> = { mega: 11, large: 9.5 };
/** The least height of the letters on the screen, in pixels. */
const LEAST: Readonly<Record<string, number>> = { mega: 15, large: 13.5, medium: 12 };
const LEAST_OF_OTHERS = 11;
const SECOND_FROM = 0.5; // the scale from which on the second line is shown
const ORDER = ["mega", "large", "medium", "exit", "small", "port"];
const GAP = 2;
const HALO = 5; // around the letters, as it is drawn
export const WEIGHTS: Readonly<Record<string, number>> = { mega: 700, large: 700, medium: 700 };
export const LIGHT = 500; // the weight of all other letters

export interface PlacedLabel {
  label: Label;
  /** Middle, width and height on the map. */
  box: Box;
  grown: number;
  second: boolean;
}

interface Ground {
  width: number;
  height: number;
  cities: readonly City[];
  measure: Measure;
}

/** The names that have room, those of `always` first: these are shown in any case. */
export function placeLabels(
  labels: readonly Label[],
  ground: Ground,
  scale: number,
  always: ReadonlySet<string>,
): PlacedLabel[] {
  const rank = ({ id, kind }: Label): number => (always.has(id) ? -1 : ORDER.indexOf(kind));
  const named = labels.filter(({ id }) => id !== "").sort((a, z) => rank(a) - rank(z));
  const placed: PlacedLabel[] = [];
  for (const label of named) {
    const found = place(label, ground, scale, placed, always.has(label.id));
    if (found) placed.push(found);
  }
  return placed;
}

/** Names of waters and heights that meet no other name. */
export function placeGroundNames(labels: readonly Label[], placed: readonly PlacedLabel[]): Label[] {
  const free = ({ box }: Label): boolean => placed.every((one) => overlap(box, one.box) === 0);
  return labels.filter((label) => label.id === "" && free(label));
}

function place(
  label: Label,
  ground: Ground,
  scale: number,
  placed: readonly PlacedLabel[],
  always: boolean,
): PlacedLabel | null {
  const letters = LETTERS[label.kind] ?? 11;
  const grown = Math.max(1, (LEAST[label.kind] ?? LEAST_OF_OTHERS) / (letters * scale));
  const second = label.small !== "" && scale >= SECOND_FROM;
  const own = ground.cities.find(({ id }) => id === label.id);
  const size = sizeOf(label, ground.measure, grown, second);
  const others = ground.cities.filter((city) => city !== own).map(({ box }) => box);
  let best: { box: Box; meets: number; covers: number } | null = null;
  for (const box of candidates(label, own?.box ?? label.box, size, grown)) {
    const inside = keptInside(box, ground);
    const meets = sum(placed.map((one) => overlap(inside, one.box)));
    const covers = sum(others.map((one) => overlap(inside, one)));
    if (!best || meets < best.meets || (meets === best.meets && covers < best.covers))
      best = { box: inside, meets, covers };
    if (meets === 0 && covers === 0) break;
  }
  const fits = best !== null && best.meets === 0 && (best.covers === 0 || label.kind === "mega");
  return best && (fits || always) ? { label, box: best.box, grown, second } : null;
}

function sizeOf(
  { kind, large, small }: Label,
  measure: Measure,
  grown: number,
  second: boolean,
): [number, number] {
  const letters = LETTERS[kind] ?? 11;
  const below = second ? (SECOND_LINE[kind] ?? 0) : 0;
  const wide = Math.max(
    measure(large, WEIGHTS[kind] ?? LIGHT) * letters,
    measure(small, LIGHT) * below,
  );
  return [(wide + HALO) * grown, (letters * 1.12 + below * 1.15) * grown];
}

/** Where the picture has the name, then all around its city. */
function* candidates(
  { box: [x, y] }: Label,
  [cityX, cityY, cityWidth, cityHeight]: Box,
  [width, height]: [number, number],
  grown: number,
): Generator<Box> {
  const more = 1 + (grown - 1) * 0.55;
  yield [cityX + (x - cityX) * more, cityY + (y - cityY) * more, width, height];
  for (const gap of [GAP, GAP + height * 0.6]) {
    const right = (cityWidth + width) / 2 + gap;
    const down = (cityHeight + height) / 2 + gap;
    const sides: [number, number][] = [
      [0, -down],
      [0, down],
      [right, 0],
      [-right, 0],
      [right * 0.6, -down],
      [-right * 0.6, -down],
      [right * 0.6, down],
      [-right * 0.6, down],
    ];
    for (const [dx, dy] of sides) yield [cityX + dx, cityY + dy, width, height];
  }
}

function keptInside([x, y, width, height]: Box, ground: Ground): Box {
  const keep = (at: number, length: number, room: number): number =>
    Math.min(Math.max(at, length / 2 + GAP), room - length / 2 - GAP);
  return [keep(x, width, ground.width), keep(y, height, ground.height), width, height];
}

function overlap(one: Box, other: Box): number {
  const across = (one[2] + other[2]) / 2 - Math.abs(one[0] - other[0]);
  const down = (one[3] + other[3]) / 2 - Math.abs(one[1] - other[1]);
  return across > 0 && down > 0 ? across * down : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
