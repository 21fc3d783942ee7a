import { describe, expect, it } from "vitest";
import { bestCorner, cornerOf, cornersOf, groundOf, overlap } from "../src/learn/placing";
import { selectorsOf } from "../src/learn/targets";

describe("where a target is looked for", () => {
  it("an action at its own button first, then at its thing", () => {
    expect(selectorsOf("claim a-b")).toEqual([
      '[data-target="claim a-b"]',
      '[data-target="route:a-b"]',
    ]);
    expect(selectorsOf("station a")[1]).toBe('[data-target="city:a"]');
    expect(selectorsOf("pay 1 pink")[1]).toBe('[data-target="pay"]');
  });

  it("tickets to keep one by one, a wrong one first unticked, then the button", () => {
    const [, one, two, wrong, button] = selectorsOf("keep 1 2");
    expect(one).toBe('[data-offer="1"][aria-checked="false"]');
    expect(two).toBe('[data-offer="2"][aria-checked="false"]');
    expect(wrong).toContain(':not([data-offer="1"]):not([data-offer="2"])');
    expect(button).toBe('[data-target="keep"]');
  });

  it("a place, or the tab that hides it", () => {
    expect(selectorsOf("tickets")).toContain('[data-tab="tickets"][aria-selected="false"]');
    expect(selectorsOf("draw pink")).toContain('[data-tab="market"][aria-selected="false"]');
  });

  it("never leaves the attribute", () => {
    expect(selectorsOf('x"],*[y="')[0]).toBe('[data-target="x],*[y="]');
  });
});

describe("the coach's box", () => {
  const board = { x: 0, y: 50, width: 800, height: 600 };
  const box = { width: 300, height: 120 };

  it("lies in a corner of the board, within it", () => {
    expect(cornerOf(board, box, "bottom-right")).toEqual({ x: 492, y: 522, ...box });
    expect(cornerOf({ ...board, width: 200 }, box, "bottom-right").x).toBe(8);
  });

  it("moves away from what is pointed at and stays otherwise", () => {
    const target = { x: 600, y: 560, width: 40, height: 40 };
    expect(bestCorner(board, box, { target, others: [] }, null)).toBe("bottom-left");
    expect(overlap(cornerOf(board, box, "bottom-left"), target)).toBe(0);
    const buttons = { x: 0, y: 400, width: 400, height: 250 };
    expect(bestCorner(board, box, { target, others: [buttons] }, null)).toBe("top-right");
    const top = { x: 0, y: 50, width: 800, height: 200 };
    expect(bestCorner(board, box, { target, others: [buttons, top] }, null)).toBe("bottom-left");
    expect(bestCorner(board, box, { target: null, others: [] }, "top-left")).toBe("top-left");
  });

  it("leaves the small board of a phone held upright to what is pointed at", () => {
    const small = { x: 0, y: 90, width: 360, height: 230 };
    const wide = { width: 344, height: 150 };
    const ground = groundOf(small, "tall", 780);
    const corners = cornersOf("tall");
    const route = { x: 150, y: 180, width: 40, height: 40 };
    const best = (target: typeof route | null): string =>
      bestCorner(ground, wide, { target, others: [] }, "top-left", corners);
    expect(best(null)).toBe("top-left");
    expect(best(route)).toBe("bottom-left");
    expect(overlap(cornerOf(ground, wide, "bottom-left"), small)).toBe(0);
    expect(groundOf(small, "low", 780)).toEqual(small);
    expect(cornersOf("low")).toHaveLength(4);
  });
});
