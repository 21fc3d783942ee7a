import { describe, expect, it } from "vitest";
import {
  enlargement,
  placeLabels,
  type LabelFacts,
  type LabelWishes,
  type PlacedLabels,
} from "../src/routes/labels";
import type { CityLabel, Point } from "../src/routes/types";

const TYPE = 14;

function city(at: Point, name = "Aberdeen"): LabelFacts["cities"][number] {
  const label: CityLabel = { at: [at[0] + 11, at[1]], anchor: "start", width: 60, dry: true };
  return { at, names: { en: name, ja: name }, labels: { en: label, ja: label } };
}

/** Cities in a row so close that enlarged names must meet. */
function crowdedBoard(cities = 8, step = 30): LabelFacts {
  return {
    size: [1000, 600],
    cities: Array.from({ length: cities }, (_, n) => city([300 + n * step, 300])),
    routes: [
      { a: 3, z: 4, spaces: [] },
      { a: 3, z: 5, spaces: [] },
    ],
    map_names: [],
  };
}

function place(facts: LabelFacts, wishes: Partial<LabelWishes> = {}): PlacedLabels {
  const measure = (words: string): number => words.length * 0.5;
  return placeLabels(facts, {
    ...{ language: "en", factor: 1, always: [], legends: [], measure },
    ...wishes,
  });
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxes({ cities }: PlacedLabels): Box[] {
  return [...cities.values()].map(({ x, y, anchor, larger }) => {
    const width = 8 * 0.5 * TYPE * larger;
    const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * width;
    const top = y - 0.8 * TYPE * larger;
    return { left, right: left + width, top, bottom: y + 0.2 * TYPE * larger };
  });
}

function meeting(all: Box[]): number {
  const pairs = all.flatMap((one, n) => all.slice(n + 1).map((other) => [one, other] as const));
  return pairs.filter(
    ([one, other]) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom,
  ).length;
}

describe("enlargement", () => {
  it("is none while names are legible", () => {
    expect(enlargement(1)).toBe(1);
    expect(enlargement(3)).toBe(1);
  });

  it("grows as the board shrinks, in steps of a twentieth", () => {
    expect(enlargement(0.5)).toBe(1.5);
    expect(enlargement(0.31) * 20).toBeCloseTo(Math.round(enlargement(0.31) * 20));
  });
});

describe("placeLabels", () => {
  it.each([1, 1.5, 2, 3])("lets no two names meet at enlargement %d", (factor) => {
    expect(meeting(boxes(place(crowdedBoard(), { factor })))).toBe(0);
  });

  it("leaves names out on a crowded board, the busiest city's last", () => {
    const { cities } = place(crowdedBoard(), { factor: 3 });
    expect(cities.size).toBeLessThan(8);
    expect(cities.has(3)).toBe(true);
  });

  it("always names the cities that matter, and still none meets another", () => {
    const always = [0, 1, 6, 7];
    const labels = place(crowdedBoard(), { factor: 3, always });
    for (const one of always) expect(labels.cities.has(one)).toBe(true);
    expect(meeting(boxes(labels))).toBe(0);
  });

  it("keeps the board's own place where there is room", () => {
    const { cities } = place(crowdedBoard(2, 300));
    expect(cities.get(0)).toMatchObject({ x: 311, anchor: "start", larger: 1 });
  });

  it("moves a name aside that would leave the board", () => {
    const facts = { ...crowdedBoard(0), cities: [city([990, 300])] };
    const own = { ...facts.cities[0]?.labels.en, at: [985, 300] } as CityLabel;
    facts.cities[0] = { ...city([990, 300]), labels: { en: own } };
    const [box] = boxes(place(facts));
    expect(box?.right).toBeLessThanOrEqual(990);
  });

  it("covers no legend", () => {
    const legends = [{ x: 340, y: 300, width: 60, height: 40 }];
    const labels = place(crowdedBoard(2, 300), { legends });
    const [legend] = legends.map(({ x, y, width, height }) => ({
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    }));
    expect(meeting([legend as Box, ...boxes(labels)])).toBe(0);
    expect(labels.cities.size).toBe(2);
  });

  it("names seas only where no city's name is", () => {
    const sea = { names: { en: "Sea" }, at: [340, 300] as Point, size: 14, turn: 0 };
    const far = { ...sea, at: [100, 100] as Point };
    const facts = { ...crowdedBoard(1), map_names: [sea, far] };
    expect([...place(facts).map]).toEqual([1]);
  });

  it("has no name where there is none in the language", () => {
    const facts = crowdedBoard(1);
    facts.cities[0] = { ...city([300, 300]), labels: { en: null } };
    expect(place(facts).cities.size).toBe(0);
  });
});
