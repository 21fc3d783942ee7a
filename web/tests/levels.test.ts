// Levels where not every game has all of them.
import { describe, expect, it } from "vitest";
import type { Game } from "../src/lib/catalogue";
import { allLevels, isRepeatable, levelFor, LEVELS } from "../src/lib/levels";

function gameWith(...names: string[]): Game {
  const levels = names.map((name) => ({ name, titles: {}, meaning: {}, bot: name }));
  return { name: "some", titles: {}, seats: [2, 5], options: [], levels, minutes: null, lesson: false };
}

describe("levels", () => {
  it("are those of all games, the easiest first, and then those of one's own", () => {
    const games = [gameWith("easy", "expert", "mine"), gameWith("easy", "hard", "master", "expert")];
    expect(allLevels(games).map((one) => one.name)).toEqual([
      "easy",
      "hard",
      "master",
      "expert",
      "mine",
    ]);
  });

  it("become the next easier one where a game has not got it", () => {
    expect(levelFor(gameWith("easy", "hard", "master", "expert"), "master")).toBe("master");
    expect(levelFor(gameWith("easy", "hard", "expert"), "master")).toBe("hard");
    expect(levelFor(gameWith("easy", "hard"), "mine")).toBe("easy");
  });

  it("answer the same everywhere, but for the one that thinks by the clock", () => {
    expect(LEVELS.filter(isRepeatable)).toEqual(["beginner", "easy", "medium", "hard", "master"]);
    expect(isRepeatable("mine")).toBe(false);
    expect(isRepeatable(null)).toBe(false);
  });
});
