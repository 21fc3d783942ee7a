import { describe, expect, it } from "vitest";
import { isPartOfWay, spotOf, type MapState } from "../src/tokyo/coach-targets";
import { Lattice } from "../src/tokyo/lattice";
import type { City, RunPlan, TrackPlan } from "../src/tokyo/types";

function city(id: string, posts: number[], box: City["box"]): City {
  return { id, names: {}, kind: "large", posts, box, outline: "" };
}

/** Three rows of four posts, 30 units apart; city a at r0c0 and r0c1, city b at r2c3. */
function shown(changed: Partial<MapState> = {}): MapState {
  const lattice = new Lattice({
    rows: 3,
    columns: 4,
    pitch: 30,
    lines: ["e", "se", "s", "sw"],
    costs: [],
    cities: [city("a", [0, 1], [30, 15, 60, 30]), city("b", [11], [105, 75, 30, 30])],
    ferries: [],
  });
  return { lattice, choice: null, own: { at: 5 }, me: 0, tracks: [[], []], ...changed };
}

const run = { kind: "run", actions: ["step se", "step e"], now: 2 } as RunPlan;
const track = { kind: "track", actions: ["build r0c1 se", "build r1c2 e"], now: 1 } as TrackPlan;

describe("where the coach's targets are on the map", () => {
  it("cities, posts and the train are where they are", () => {
    expect(spotOf(shown(), "city:a")).toEqual([30, 15, 70, 40]);
    expect(spotOf(shown(), "post:r1c2")).toEqual([75, 45, 26, 26]);
    expect(spotOf(shown(), "train")?.slice(0, 2)).toEqual([45, 45]);
    expect(spotOf(shown({ own: { at: -1 } }), "train")).toBeNull();
  });

  it("what the map does not have is nowhere", () => {
    for (const target of ["city:x", "post:r9c9", "job:a1", "load a1", "stop", "jobs", ""])
      expect(spotOf(shown(), target)).toBeNull();
  });

  it("a step is at the next post, then at the button of its plan", () => {
    expect(spotOf(shown(), "step se")?.slice(0, 2)).toEqual([75, 75]);
    const choice = { kind: "way", plan: run, goal: "", post: 11 } as const;
    expect(spotOf(shown({ choice }), "step se")).toBe("plan");
    expect(spotOf(shown({ choice }), "step e")?.slice(0, 2)).toEqual([75, 45]);
  });

  it("a link is at the end that is still to be reached, then at its plan, then nowhere", () => {
    expect(spotOf(shown(), "build r1c1 e")?.slice(0, 2)).toEqual([75, 45]);
    const linkTo = (id: string, way: string, from = shown()): number =>
      from.lattice.linkBetween(
        from.lattice.postOf(id) ?? 0,
        from.lattice.neighbour(from.lattice.postOf(id) ?? 0, way) ?? 0,
      ) ?? 0;
    const tracks = [[linkTo("r1c2", "e")], []];
    expect(spotOf(shown({ tracks }), "build r1c1 e")?.slice(0, 2)).toEqual([45, 45]);
    expect(spotOf(shown({ tracks }), "build r1c2 e")).toBeNull();
    const choice = { kind: "way", plan: track, goal: "", post: 11 } as const;
    expect(spotOf(shown({ choice }), "build r0c1 se")).toBe("plan");
    expect(spotOf(shown({ choice }), "build r1c2 e")).not.toBe("plan"); // not in this turn
  });

  it("on the way to a city it is the city, then the plan that leads there", () => {
    expect(spotOf(shown(), "to:b")).toEqual([105, 75, 40, 40]);
    const there = { kind: "way", plan: run, goal: "", post: 11 } as const;
    expect(spotOf(shown({ choice: there }), "to:b")).toBe("plan");
    expect(spotOf(shown({ choice: { ...there, post: 6 } }), "to:b")).not.toBe("plan");
    const unready = { ...there, plan: { ...run, now: 0 } };
    expect(spotOf(shown({ choice: unready }), "to:b")).not.toBe("plan");
    expect(spotOf(shown({ choice: { kind: "none", reason: "", goal: "" } }), "to:b")).not.toBe(
      "plan",
    );
  });

  it("one step or link is not pointed at where the whole way is", () => {
    expect(isPartOfWay("step se", ["step se", "to:b"])).toBe(true);
    expect(isPartOfWay("step se", ["step se", "board"])).toBe(false);
    expect(isPartOfWay("load a1", ["load a1", "to:b"])).toBe(false);
  });

  it("a place for the train is its city, then the button", () => {
    expect(spotOf(shown(), "place a r0c1")).toEqual([30, 15, 70, 40]);
    const choice = { kind: "place", action: "place a r0c1", post: 1 } as const;
    expect(spotOf(shown({ choice }), "place a r0c1")).toBe("plan");
    expect(spotOf(shown({ choice }), "to:a")).toBe("plan");
  });
});
