// Levels where not every game has all of them, or not at every number of seats.
import { describe, expect, it } from "vitest";
import type { Game } from "../src/lib/catalogue";
import { allLevels, isRepeatable, levelFor, levelsAt, LEVELS, nearestLevel, tableSize } from "../src/lib/levels";

/** A game for 2 to 5 with these levels; `few` tells which of them are for fewer seats. */
function gameWith(names: string[], few: Record<string, number[]> = {}, most = 5): Game {
  const levels = names.map((name) => ({
    name,
    titles: {},
    meaning: {},
    bot: name,
    seats: few[name] ?? [2, 3, 4, 5],
    tables: {},
  }));
  return { name: "some", titles: {}, seats: [2, most], options: [], levels, minutes: null, lesson: false };
}

const few = gameWith(["easy", "hard", "master", "expert"], { master: [2, 3] });

describe("levels", () => {
  it("are those of all games, the easiest first, and then those of one's own", () => {
    const games = [gameWith(["easy", "expert", "mine"]), few];
    const names = (seats: number) => allLevels(games, seats).map((one) => one.name);
    expect(names(3)).toEqual(["easy", "hard", "master", "expert", "mine"]);
    expect(names(4)).toEqual(["easy", "hard", "expert", "mine"]);
  });

  it("are those at the largest table of a game that has no larger one", () => {
    const small = gameWith(["easy", "master"], { master: [3] }, 3);
    expect(tableSize(small, 5)).toBe(3);
    expect(allLevels([small], 5).map((one) => one.name)).toEqual(["easy", "master"]);
  });

  it("may be offered at some tables only", () => {
    expect(levelsAt(few, 3).map((one) => one.name)).toContain("master");
    expect(levelsAt(few, 4).map((one) => one.name)).toEqual(["easy", "hard", "expert"]);
  });

  it("become the next easier one where a table has not got it", () => {
    expect(levelFor(few, 2, "master")).toBe("master");
    expect(levelFor(few, 4, "master")).toBe("hard");
    expect(nearestLevel(gameWith(["easy", "hard", "expert"]).levels, "master")).toBe("hard");
    expect(nearestLevel(gameWith(["easy", "hard"]).levels, "mine")).toBe("easy");
    expect(nearestLevel([], "mine")).toBe("medium");
  });

  it("answer the same everywhere, but for the one that thinks by the clock", () => {
    expect(LEVELS.filter(isRepeatable)).toEqual(["beginner", "easy", "medium", "hard", "master"]);
    expect(isRepeatable("mine")).toBe(false);
    expect(isRepeatable(null)).toBe(false);
  });
});
