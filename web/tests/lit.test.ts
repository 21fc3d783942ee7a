import { beforeEach, expect, it } from "vitest";
import { lit } from "../src/lib/lit.svelte";
import type { LogLine } from "../src/lib/wire";

const line = (n: number): LogLine => ({ n, line: n, kind: "claimed", seat: 0, text: "…" });

beforeEach(() => lit.clear());

it("lights the line under the pointer, and none when it leaves", () => {
  lit.point(line(3));
  expect(lit.line?.n).toBe(3);
  lit.point(null);
  expect(lit.line).toBeNull();
});

it("keeps a clicked line lit until it is clicked again", () => {
  expect(lit.toggle(line(3))).toBe(true);
  lit.point(line(4));
  expect(lit.line?.n).toBe(4);
  lit.point(null);
  expect(lit.line?.n).toBe(3);
  expect(lit.toggle(line(3))).toBe(false);
  expect(lit.line).toBeNull();
});

it("goes from one kept line to another", () => {
  lit.toggle(line(3));
  expect(lit.toggle(line(5))).toBe(true);
  expect(lit.kept?.n).toBe(5);
});
