import { describe, expect, it } from "vitest";
import { LabelPlacer } from "../src/tokyo/label-placer";
import type { Box } from "../src/tokyo/types";

function overlaps(one: Box, other: Box): boolean {
  const across = Math.abs(one[0] - other[0]) < (one[2] + other[2]) / 2;
  return across && Math.abs(one[1] - other[1]) < (one[3] + other[3]) / 2;
}

describe("LabelPlacer", () => {
  const city: Box = [200, 200, 20, 20];

  it("places a label to the right, where nothing is in the way", () => {
    const placer = new LabelPlacer(400, 400, [city]);
    expect(placer.placeBeside(city, 34, 16)).toEqual([229.5, 200, 34, 16]);
  });

  it("keeps many labels of one city apart from each other and from the city", () => {
    const placer = new LabelPlacer(400, 400, [city]);
    const labels = Array.from({ length: 6 }, () => placer.placeBeside(city, 34, 16));
    for (const [at, one] of labels.entries()) {
      expect(overlaps(one, city)).toBe(false);
      for (const other of labels.slice(at + 1)) expect(overlaps(one, other)).toBe(false);
    }
  });

  it("stays on the map at its rim", () => {
    const corner: Box = [395, 395, 10, 10];
    const [x, y, width, height] = new LabelPlacer(400, 400, [corner]).placeBeside(corner, 34, 16);
    expect(x + width / 2).toBeLessThanOrEqual(400);
    expect(y + height / 2).toBeLessThanOrEqual(400);
  });

  it("counts overlap by the smaller side, and nothing for boxes apart", () => {
    const placer = new LabelPlacer(400, 400, [city]);
    expect(placer.costOf([100, 100, 20, 20])).toBe(0);
    expect(placer.costOf([215, 200, 20, 20])).toBe(6.5);
  });
});
