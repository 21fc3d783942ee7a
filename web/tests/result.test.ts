import { describe, expect, it } from "vitest";
import { resultOf } from "../src/app/result";
import { routesScene } from "./examples";

const line = (points: number) => ({ clause: "RT-5.1", text: "routes", points });

describe("resultOf", () => {
  it("is nothing before the end", () => {
    expect(resultOf({ scene: null })).toBeNull();
    expect(resultOf({ scene: routesScene() })).toBeNull();
  });

  it("counts on after a shared place", () => {
    const sheet = [[line(10), line(-3)], [line(20)], [line(7)], []];
    const scene = routesScene({ ranking: [[1], [0, 2], [3]], sheet, verdict: "⟦@1⟧ won" });
    const result = resultOf({ scene });
    expect(result?.places).toEqual([
      { place: 1, seat: 1, score: 20 },
      { place: 2, seat: 0, score: 7 },
      { place: 2, seat: 2, score: 7 },
      { place: 4, seat: 3, score: 0 },
    ]);
    expect(result?.verdict).toBe("⟦@1⟧ won");
  });
});
