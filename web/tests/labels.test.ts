import { describe, expect, it } from "vitest";
import { enlargement, legibleNames, type LabelFacts } from "../src/routes/labels";

type Anchor = "start" | "middle" | "end";

function label(x: number, y: number, anchor: Anchor = "start", width = 60) {
  return { en: { at: [x, y] as [number, number], anchor, width, dry: true } };
}

/** A busy city, a quiet one whose name meets the busy one's, and one far off. */
function crowdedBoard(): LabelFacts {
  return {
    size: [1000, 600],
    cities: [{ labels: label(130, 200) }, { labels: label(100, 200) }, { labels: label(500, 400) }],
    routes: [
      { a: 1, z: 2 },
      { a: 1, z: 0 },
      { a: 1, z: 2 },
    ],
  };
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

describe("legibleNames", () => {
  it("leaves out the quieter of two names that meet on a crowded board", () => {
    const shown = legibleNames(crowdedBoard(), "en", 2);
    expect([...shown.keys()]).toEqual([1, 2]);
    expect(shown.get(1)?.larger).toBe(2);
  });

  it("shows both without enlarging them where there is more room", () => {
    const shown = legibleNames(crowdedBoard(), "en", 1.2);
    expect(shown.get(0)?.larger).toBe(1);
    expect(shown.get(1)?.larger).toBe(1);
    expect(shown.get(2)?.larger).toBe(1.2);
  });

  it("moves a name aside that would leave the board", () => {
    const facts: LabelFacts = {
      size: [1000, 600],
      cities: [{ labels: label(2, 100) }, { labels: label(1000, 300, "end") }],
      routes: [],
    };
    const shown = legibleNames(facts, "en", 1);
    expect(shown.get(0)?.aside).toBe(8);
    expect(shown.get(1)?.aside).toBe(-10);
  });

  it("has no name where there is none in the language", () => {
    expect(legibleNames(crowdedBoard(), "ja", 1).size).toBe(0);
  });
});
