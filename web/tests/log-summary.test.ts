// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { summarizeLog } from "../src/tokyo/log-summary";
import { logLine } from "./examples";

const step = (n: number, seat = 0) => logLine(n, { kind: "stepped", seat });
const link = (n: number, seat = 0) => logLine(n, { kind: "built", seat, cost: n });

describe("summarizeLog", () => {
  it("keeps the last of steps in a row, under the first one's number", () => {
    const [line, ...others] = summarizeLog([step(1), step(2), step(3)]);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ n: 1, text: "line 3" });
  });

  it("joins links in a row into one sentence, and leaves a single one as it is", () => {
    expect(summarizeLog([link(1)])[0]?.text).toBe("line 1");
    expect(summarizeLog([link(1), link(2)]).map((line) => line.text)).toEqual(["web.tokyo.laid"]);
  });

  it("joins nothing across another event or another seat", () => {
    const lines = [step(1), logLine(2, { kind: "loaded" }), step(3), step(4, 1), link(5, 1)];
    expect(summarizeLog(lines)).toEqual(lines);
  });
});
