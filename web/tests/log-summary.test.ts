// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { partsOf, summarizeLog } from "../src/tokyo/log-summary";
import { logLine } from "./examples";

const step = (n: number, parts: number[]) => logLine(n, { kind: "stepped", parts });

describe("summarizeLog", () => {
  it("keeps the last line of a move, under its first event's number", () => {
    const [line, ...others] = summarizeLog([step(1, [1]), step(2, [1, 2]), step(3, [1, 2, 3])]);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ n: 1, text: "line 3" });
    expect(line && partsOf(line)).toEqual([1, 2, 3]);
  });

  it("tells a reward after what came between it and the delivery", () => {
    const lines = [
      logLine(1, { kind: "unloaded" }),
      logLine(2, { kind: "loaded" }),
      logLine(4, { kind: "rewarded", parts: [1, 4] }),
    ];
    expect(summarizeLog(lines).map(({ n, text }) => [n, text])).toEqual([
      [2, "line 2"],
      [1, "line 4"],
    ]);
  });

  it("leaves lines alone that tell one event each", () => {
    const lines = [logLine(1), logLine(2, { kind: "loaded" }), step(3, [3])];
    expect(summarizeLog(lines)).toEqual(lines);
  });
});
