import { describe, expect, it } from "vitest";
import { ghostsOf, likelyCards, likelyTickets } from "../src/review/beliefs";
import type { Belief } from "../src/review/types";
import { placesOf, type Places } from "../src/routes/marked-places";
import { Lattice, type LatticeFacts } from "../src/tokyo/lattice";
import { tripPath } from "../src/tokyo/trip-path";

describe("where a move is on a board of routes", () => {
  const items: Record<string, { route: number } | { city: number }> = {
    "claim a-b": { route: 4 },
    "station a": { city: 2 },
  };
  const model: Places = {
    itemNamed: (target) => items[target] ?? null,
    scene: { seats: [{ offer: [7, 8, 9] }, {}] },
  };
  const placed = (...actions: string[]) =>
    placesOf(model, { actions, seat: 0, sign: "", label: "best" });

  it("is a route, a city, or the tickets of the offer that are kept", () => {
    expect(placed("claim a-b")).toEqual({ routes: [4], cities: [], tickets: [] });
    expect(placed("station a")).toEqual({ routes: [], cities: [2], tickets: [] });
    expect(placed("keep 1 3")).toEqual({ routes: [], cities: [], tickets: [7, 9] });
    expect(placed("draw red")).toEqual({ routes: [], cities: [], tickets: [] });
  });
});

describe("the way of a turn on a lattice", () => {
  const facts: LatticeFacts = {
    rows: 4,
    columns: 4,
    pitch: 10,
    lines: ["e", "se", "s", "sw"],
    costs: [],
    cities: [],
    ferries: [{ a: 6, z: 15 } as LatticeFacts["ferries"][number]],
  };
  const lattice = new Lattice(facts);

  it("goes from post to post and over the sea, and builds links", () => {
    const path = tripPath(lattice, 0, ["load x", "step e", "step se", "board", "build r1c1 e", "done"]);
    expect(path.posts).toEqual([0, 1, 6, 15]);
    expect(path.links).toEqual([lattice.linkBetween(5, 6)]);
  });

  it("begins where the train is placed", () => {
    expect(tripPath(lattice, -1, ["place r2c2", "step n"]).posts).toEqual([10, 6]);
    expect(tripPath(lattice, -1, ["step n"]).posts).toEqual([]);
  });
});

describe("what another may hold", () => {
  const belief: Belief = {
    seat: 1,
    tickets: [0.6, 0.3, 0.2, 0.1, 0.09, 0.01].map((chance, n) => ({ ticket: `t${n}`, chance })),
    cards: [
      { kind: "red", count: 0.2 },
      { kind: "blue", count: 1.8 },
      { kind: "wild", count: 2.3 },
    ],
  };

  it("is told by its likeliest tickets, and what is really held", () => {
    expect(likelyTickets(belief, []).map(({ ticket }) => ticket)).toEqual(["t0", "t1", "t2", "t3"]);
    expect(likelyTickets(belief, ["t2", "t9"])).toEqual([
      { ticket: "t0", chance: 0.6, really: false },
      { ticket: "t1", chance: 0.3, really: false },
      { ticket: "t2", chance: 0.2, really: true },
      { ticket: "t9", chance: 0, really: true },
    ]);
  });

  it("is told by half cards, the most first", () => {
    expect(likelyCards(belief)).toEqual([
      { kind: "wild", count: "2.5" },
      { kind: "blue", count: "2" },
    ]);
  });

  it("is drawn as ghosts, or with the truth as it is", () => {
    expect(ghostsOf(belief, null, 1)).toHaveLength(4);
    expect(ghostsOf(belief, ["t5"], 1)).toEqual([{ ticket: "t5", seat: 1, chance: 1 }]);
    expect(ghostsOf(null, null, 1)).toEqual([]);
  });
});
