import { describe, expect, it } from "vitest";
import {
  LETTERS,
  placeGroundNames,
  placeLabels,
  type PlacedLabel,
} from "../src/tokyo/city-labels";
import type { City, Label } from "../src/tokyo/types";

const NAMES = ["a", "b", "c", "d", "e", "f"];

/** Six towns in a row, close together. */
function towns(): { cities: City[]; labels: Label[] } {
  const cities = NAMES.map((id, at): City => {
    const kind = at === 0 ? "mega" : at < 3 ? "medium" : "small";
    return { id, kind, names: {}, posts: [at], box: [40 + 30 * at, 100, 14, 14], outline: "" };
  });
  const labels = cities.map(({ id, kind, box }): Label => {
    return { id, kind, large: id, small: "", box: [box[0], box[1] - 16, 60, 14] };
  });
  return { cities, labels };
}

function meet({ box: one }: PlacedLabel, { box: other }: PlacedLabel): boolean {
  return (
    Math.abs(one[0] - other[0]) < (one[2] + other[2]) / 2 &&
    Math.abs(one[1] - other[1]) < (one[3] + other[3]) / 2
  );
}

function placedAt(scale: number, always: string[] = []): PlacedLabel[] {
  const { cities, labels } = towns();
  const ground = { width: 400, height: 400, cities, measure: () => 4.5 };
  return placeLabels(labels, ground, scale, new Set(always));
}

describe("names of cities", () => {
  it.each([0.2, 0.3, 0.5, 1, 2])("never meet at scale %d", (scale) => {
    const placed = placedAt(scale);
    expect(placed.length).toBeGreaterThan(0);
    for (const [at, one] of placed.entries())
      for (const other of placed.slice(at + 1)) expect(meet(one, other)).toBe(false);
  });

  it("step back where the map is small, the lesser ones first", () => {
    const near = placedAt(1).length;
    const far = placedAt(0.2).map(({ label }) => label.id);
    expect(far.length).toBeLessThan(near);
    expect(far).toContain("a");
  });

  it("are shown in any case where the viewer's jobs are", () => {
    const names = placedAt(0.2, ["f", "d"]).map(({ label }) => label.id);
    expect(names).toEqual(expect.arrayContaining(["f", "d"]));
  });

  it("stay on the map, and have letters of ten pixels at least", () => {
    for (const { box, grown, label } of placedAt(0.25)) {
      expect(box[0] - box[2] / 2).toBeGreaterThanOrEqual(0);
      expect((LETTERS[label.kind] ?? 0) * grown * 0.25).toBeGreaterThanOrEqual(9.9);
    }
  });

  it("push names of waters aside", () => {
    const water: Label = { id: "", kind: "water", large: "Bay", small: "", box: [40, 84, 30, 10] };
    const free: Label = { ...water, box: [300, 300, 30, 10] };
    expect(placeGroundNames([water, free], placedAt(1))).toEqual([free]);
  });
});
