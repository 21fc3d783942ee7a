import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastList } from "../src/lib/toasts.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const texts = (list: ToastList): string[] => list.list.map((one) => one.text);

test("a toast goes by itself, and the same one is shown once", () => {
  const list = new ToastList();
  list.show("a");
  vi.advanceTimersByTime(6000);
  list.show("a");
  vi.advanceTimersByTime(6000);
  expect(texts(list)).toEqual(["a"]);
  vi.advanceTimersByTime(6000);
  expect(texts(list)).toEqual([]);
});

test("no more than three are shown, and the newest is dismissed first", () => {
  const list = new ToastList();
  for (const text of ["a", "b", "c", "d"]) list.show(text);
  expect(texts(list)).toEqual(["b", "c", "d"]);
  expect(list.dismissNewest()).toBe(true);
  expect(texts(list)).toEqual(["b", "c"]);
  list.clear();
  expect(list.dismissNewest()).toBe(false);
});

test("the same sentence about other people is another toast", () => {
  const list = new ToastList();
  list.show("⟦@0⟧ left", { names: ["Aoi"] });
  list.show("⟦@0⟧ left", { names: ["Ben"], tone: "warn" });
  expect(list.list.map((one) => one.names[0])).toEqual(["Aoi", "Ben"]);
});
