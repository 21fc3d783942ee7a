import { describe, expect, it } from "vitest";
import { decodeLinks, Lattice, type LatticeFacts } from "../src/tokyo/lattice";
import { jobArrow, trackStroke } from "../src/tokyo/map-paths";
import type { City } from "../src/tokyo/types";

function city(id: string, posts: number[]): City {
  return { id, names: {}, kind: "small", posts, box: [0, 0, 10, 10], outline: "" };
}

/** Three rows of four posts, 30 units apart. */
function smallLattice(): Lattice {
  const facts: LatticeFacts = {
    rows: 3,
    columns: 4,
    pitch: 30,
    lines: ["e", "se", "s", "sw"],
    costs: [
      ["123-", "----", "z---"],
      ["----", "----", "----"],
      ["----", "----", "----"],
      ["----", "----", "----"],
    ],
    cities: [city("a", [0, 1]), city("b", [11])],
    ferries: [{ id: "f", names: {}, a: 2, z: 10, cost: 3 }],
  };
  return new Lattice(facts);
}

describe("posts", () => {
  const lattice = smallLattice();

  it("are in the middle of their cells", () => {
    expect(lattice.pointOf(0)).toEqual([15, 15]);
    expect(lattice.pointOf(6)).toEqual([75, 45]);
    expect([lattice.width, lattice.height]).toEqual([120, 90]);
  });

  it("are found by their notation", () => {
    expect(["r0c0", "r1c2", "r2c3"].map((id) => lattice.postOf(id))).toEqual([0, 6, 11]);
  });

  it.each(["r3c0", "r0c4", "r-1c0", "r1", "", "r1c1x"])("there is none called %j", (id) => {
    expect(lattice.postOf(id)).toBeNull();
  });

  it("are found by a point, also beyond the rim", () => {
    expect(lattice.nearestPost(31, 29)).toBe(1);
    expect(lattice.nearestPost(-50, -50)).toBe(0);
    expect(lattice.nearestPost(999, 999)).toBe(11);
  });

  it("have neighbours inside the rim only", () => {
    expect(lattice.neighbour(5, "ne")).toBe(2);
    expect(lattice.neighbour(0, "n")).toBeNull();
    expect(lattice.neighbour(3, "e")).toBeNull();
    expect(lattice.neighbour(4, "w")).toBeNull();
    expect(lattice.neighbour(5, "up")).toBeNull();
  });

  it("are joined by diagonals first", () => {
    expect(lattice.postsBetween(0, 11)).toEqual([5, 10, 11]);
    expect(lattice.postsBetween(7, 7)).toEqual([]);
    expect(lattice.postsBetween(10, 1)).toEqual([5, 1]);
  });
});

describe("links", () => {
  const lattice = smallLattice();

  it("are the same from both ends", () => {
    expect(lattice.linkBetween(5, 6)).toBe(lattice.linkBetween(6, 5));
    expect(lattice.linkBetween(0, 2)).toBeNull();
  });

  it("know their two posts", () => {
    for (const [a, z] of [
      [0, 1],
      [0, 5],
      [0, 4],
      [1, 4],
    ] as const) {
      const link = lattice.linkBetween(a, z);
      expect(link).not.toBeNull();
      expect(lattice.endsOf(link ?? -1)).toEqual([a, z]);
    }
  });

  it("cost what the table says, in base 36", () => {
    expect(lattice.linkCost(0)).toBe(1);
    expect(lattice.linkCost(8 * 4)).toBe(35);
    expect(lattice.linkCost(3 * 4)).toBeNull();
  });

  it("travel as differences in base 36", () => {
    expect(decodeLinks("")).toEqual([]);
    expect(decodeLinks("a 1 10")).toEqual([10, 11, 47]);
  });
});

describe("cities", () => {
  const lattice = smallLattice();

  it("are at their posts, ferries at their ports", () => {
    expect(lattice.cityAt.get(1)).toBe(0);
    expect(lattice.cityAt.get(2)).toBeUndefined();
    expect([lattice.ferryAt.get(2), lattice.ferryAt.get(10)]).toEqual([0, 0]);
  });

  it("are as far apart as their nearest posts", () => {
    expect(lattice.cityDistance(city("a", [0, 1]), city("b", [11]))).toBe(2);
    expect(lattice.cityDistance(city("a", [0]), city("a", [0]))).toBe(0);
  });
});

describe("paths", () => {
  it("draw a link always the same, and another one otherwise", () => {
    expect(trackStroke([0, 0], [30, 0], 5)).toBe(trackStroke([0, 0], [30, 0], 5));
    expect(trackStroke([0, 0], [30, 0], 5)).not.toBe(trackStroke([0, 0], [30, 0], 6));
  });

  it("have no arrow where the city is too near", () => {
    const goal = { box: [100, 0, 20, 20] as City["box"] };
    expect(jobArrow([75, 0], goal)).toBeNull();
    expect(jobArrow([0, 0], goal)?.line).toMatch(/^M0\.0 0\.0Q/);
  });
});
