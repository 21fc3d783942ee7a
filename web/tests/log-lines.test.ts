import { describe, expect, it } from "vitest";
import { logLines } from "../src/lib/log-lines";
import type { LogLine } from "../src/lib/wire";

const event = (n: number, line: number, text: string, fields = {}): LogLine => ({
  n,
  line,
  kind: "drew",
  seat: 0,
  text,
  ...fields,
});

describe("logLines", () => {
  it("tells a move once, by its latest text and with all its fields", () => {
    const lines = logLines([
      event(4, 4, "chooses A–B", { route: "a-b" }),
      event(5, 4, "", { cards: { red: 2 } }),
      event(6, 4, "claims A–B with 2 red", { points: 2 }),
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ n: 4, text: "claims A–B with 2 red", route: "a-b", points: 2 });
  });

  it("keeps the text of a line when a later event says nothing", () => {
    expect(logLines([event(1, 1, "draws red"), event(2, 1, "")])[0]?.text).toBe("draws red");
  });

  it("keeps what happened in between as a line of its own, and drops silent lines", () => {
    const lines = logLines([
      event(1, 1, "draws red"),
      event(2, 2, ""),
      event(3, 3, "the market is swept"),
      event(4, 1, "draws red and blue"),
    ]);
    expect(lines.map((line) => line.text)).toEqual(["draws red and blue", "the market is swept"]);
  });
});
