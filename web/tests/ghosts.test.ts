import { describe, expect, it } from "vitest";
import { chancePlaces, ghostLines } from "../src/routes/ghosts";

const line = (ticket: string, chance: number, a: [number, number], z: [number, number]) => ({
  ticket,
  seat: 1,
  chance,
  ends: [a, z] as [[number, number], [number, number]],
});

describe("chances of tickets that a seat may hold", () => {
  it("stand apart from each other where lines cross", () => {
    const [one, other] = chancePlaces(
      [line("a", 0.5, [0, 0], [400, 400]), line("b", 0.3, [0, 400], [400, 0])],
      [],
    );
    const [x, y] = one?.at ?? [0, 0];
    const [ox, oy] = other?.at ?? [0, 0];
    expect(Math.abs(x - ox) >= 52 || Math.abs(y - oy) >= 29).toBe(true);
  });

  it("stand beside a city that lies on the line", () => {
    const [one] = chancePlaces([line("a", 0.5, [0, 0], [400, 0])], [[200, 16]]);
    expect(Math.abs((one?.at[0] ?? 200) - 200)).toBeGreaterThanOrEqual(36);
  });

  it("are left out for what is certain", () => {
    expect(chancePlaces([line("a", 1, [0, 0], [400, 0])], [])).toEqual([]);
  });

  it("belong to tickets of this board", () => {
    const ghosts = [{ ticket: "nowhere", seat: 0, chance: 0.4 }];
    expect(ghostLines(ghosts, { tickets: [], cities: [] })).toEqual([]);
  });
});
