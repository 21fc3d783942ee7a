import { describe, expect, it } from "vitest";
import {
  isSame,
  itemAt,
  nextItem,
  pointOf,
  type BoardGeometry,
} from "../src/routes/board-navigation";

/** Two cities side by side, a third one below, and a route between the first two. */
const BOARD: BoardGeometry = {
  cities: [{ at: [0, 0] }, { at: [100, 0] }, { at: [5, 100] }],
  routes: [
    {
      spaces: [
        [30, 0, 0],
        [50, 4, 0],
        [70, 0, 0],
      ],
    },
  ],
};

describe("nextItem", () => {
  it("goes to the nearest item in the direction of the key", () => {
    expect(nextItem(BOARD, { city: 0 }, "ArrowRight")).toEqual({ route: 0 });
    expect(nextItem(BOARD, { route: 0 }, "ArrowRight")).toEqual({ city: 1 });
    expect(nextItem(BOARD, { city: 0 }, "ArrowDown")).toEqual({ city: 2 });
  });

  it("stays where nothing lies in that direction, or for another key", () => {
    expect(nextItem(BOARD, { city: 0 }, "ArrowLeft")).toBeNull();
    expect(nextItem(BOARD, { city: 1 }, "ArrowUp")).toBeNull();
    expect(nextItem(BOARD, { city: 0 }, "Enter")).toBeNull();
  });
});

describe("itemAt", () => {
  it("finds the nearest item within reach", () => {
    expect(itemAt(BOARD, { x: 72, y: 3 }, 10)).toEqual({ route: 0 });
    expect(itemAt(BOARD, { x: 93, y: 3 }, 10)).toEqual({ city: 1 });
  });

  it("finds nothing out of reach", () => {
    expect(itemAt(BOARD, { x: 50, y: 50 }, 20)).toBeNull();
  });
});

describe("items", () => {
  it("are compared by kind and number", () => {
    expect(isSame({ city: 1 }, { city: 1 })).toBe(true);
    expect(isSame({ city: 1 }, { route: 1 })).toBe(false);
    expect(isSame(null, { route: 1 })).toBe(false);
    expect(isSame(null, null)).toBe(true);
  });

  it("have a point: a route its middle space", () => {
    expect(pointOf(BOARD, { route: 0 })).toEqual([50, 4]);
    expect(() => pointOf(BOARD, { city: 9 })).toThrow(RangeError);
  });
});
