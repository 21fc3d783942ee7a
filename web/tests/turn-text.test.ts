import { describe, expect, it, vi } from "vitest";
import type { Table } from "../src/lib/table.svelte";
import { turnText } from "../src/lib/turn-text";

vi.mock("../src/lib/i18n.svelte", () => ({
  t: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(" "),
}));

const table = (changed: Partial<Table>): Table =>
  ({
    over: false,
    mine: false,
    seat: 1,
    asked: "turn",
    kinds: ["person", "bot"],
    scene: null,
    ...changed,
  }) as Table;

describe("turnText", () => {
  it("asks the seat itself, and tells the others who answers", () => {
    expect(turnText(table({ mine: true }))).toBe("asked.turn");
    expect(turnText(table({ asked: "payment" }))).toBe("web.waiting.payment ⟦@1⟧");
  });

  it("waits for an open seat, and ends with the game", () => {
    expect(turnText(table({ kinds: ["person", "open"] }))).toBe("web.table.waiting-for 2");
    expect(turnText(table({ over: true, seat: null }))).toBe("web.table.over");
    expect(turnText(table({ seat: null }))).toBe("");
  });

  it("does not ask a train to move that may not", () => {
    const scene = { still: true } as unknown as Table["scene"];
    expect(turnText(table({ mine: true, asked: "move", scene }))).toBe("asked.still");
    expect(turnText(table({ mine: true, asked: "build", scene }))).toBe("asked.build");
  });
});
