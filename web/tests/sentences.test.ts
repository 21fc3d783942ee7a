// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { parseSentence, spokenSentence } from "../src/lib/sentences";

describe("parseSentence", () => {
  it("splits words, seats and cards", () => {
    expect(parseSentence("⟦@1⟧ paid ⟦2 red⟧ and ⟦white-ship⟧.")).toEqual([
      { seat: 1 },
      { words: " paid " },
      { kind: "red", count: 2 },
      { words: " and " },
      { kind: "white-ship", count: 1 },
      { words: "." },
    ]);
  });

  it("shows an escaped bracket and unknown marks as they are", () => {
    expect(parseSentence("⟦⟦⟧x")).toEqual([{ words: "⟦" }, { words: "x" }]);
    expect(parseSentence("⟦Red!⟧")).toEqual([{ words: "⟦Red!⟧" }]);
    expect(parseSentence("⟦@12⟧")).toEqual([{ words: "⟦@12⟧" }]);
  });

  it("has no part for an empty sentence", () => {
    expect(parseSentence("")).toEqual([]);
  });
});

describe("spokenSentence", () => {
  it("says the names of seats, or their numbers where there is none", () => {
    expect(spokenSentence("⟦@0⟧ and ⟦@1⟧", ["Aoi"])).toBe("Aoi and 2");
  });

  it("never reads a name as a sentence", () => {
    expect(spokenSentence("⟦@0⟧ won", ["⟦@1⟧"])).toBe("⟦@1⟧ won");
  });

  it("says cards by their texts; without texts, by their keys", () => {
    expect(spokenSentence("⟦red⟧ ⟦3 red⟧", [])).toBe("kinds.red web.so-many");
  });
});
