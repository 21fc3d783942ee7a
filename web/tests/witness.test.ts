// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSeenAt, eventsTold, testimonyOf, Witness } from "../src/lib/witness";
import { logLine } from "./examples";

const PART = { random: "r", words: "w", part: "p", seal: "s" };

beforeEach(() => {
  localStorage.clear();
});

describe("a witness", () => {
  it("keeps the seal it saw first", () => {
    const witness = new Witness("abc");
    witness.keepSeal("", 0);
    expect(testimonyOf("abc")).toBeNull();
    witness.keepSeal("first", 3);
    witness.keepSeal("second", 0);
    new Witness("abc").keepSeal("third", 0);
    expect(testimonyOf("abc")).toMatchObject({ commit: "first", heard: 3 });
  });

  it("keeps its parts, and the seals once they are complete", () => {
    const witness = new Witness("abc");
    witness.keepSeal("seal", 0);
    witness.keepPart(1, PART);
    witness.keepSeals({ seals: ["", "s"], closed: false });
    expect(testimonyOf("abc")?.seals).toEqual([]);
    witness.keepSeals({ seals: ["o", "s"], closed: true });
    witness.keepSeals({ seals: ["changed", "s"], closed: true });
    expect(testimonyOf("abc")).toMatchObject({ parts: { 1: PART }, seals: ["o", "s"] });
  });

  it("keeps events as they were told first, and what is told of them later", () => {
    const witness = new Witness("abc");
    witness.keepEvents([logLine(0, { card: "red" }), logLine(1)]);
    witness.keepEvents([logLine(0, { card: "blue" }), logLine(1, { card: "green" })]);
    witness.close();
    new Witness("abc").close();
    expect(eventsSeenAt("abc")).toEqual([
      { n: 0, kind: "drew", seat: 0, card: "red" },
      { n: 1, kind: "drew", seat: 0, card: "green" },
    ]);
  });

  it("keeps no news about people, which stand between the events", () => {
    const lines = [logLine(0), logLine(0.5, { kind: "people-left" }), logLine(1)];
    const witness = new Witness("abc");
    witness.keepEvents(lines);
    witness.close();
    expect(eventsSeenAt("abc").map((event) => event.n)).toEqual([0, 1]);
    expect([eventsTold(lines), eventsTold(lines.slice(0, 2)), eventsTold([])]).toEqual([2, 1, 0]);
  });

  it("saves events soon, without being closed", () => {
    vi.useFakeTimers();
    new Witness("abc").keepEvents([logLine(0)]);
    vi.runAllTimers();
    expect(eventsSeenAt("abc")).toHaveLength(1);
    vi.useRealTimers();
  });

  it("drops the events of old tables, and keeps their seals longer", () => {
    for (let table = 0; table < 10; table++) {
      const witness = new Witness(`t${table}`);
      witness.keepSeal("seal", 0);
      witness.keepEvents([logLine(0)]);
      witness.close();
    }
    expect(eventsSeenAt("t0")).toEqual([]);
    expect(eventsSeenAt("t9")).toHaveLength(1);
    expect(testimonyOf("t0")?.commit).toBe("seal");
  });

  it("keeps what the browser does not store as long as the page is open", () => {
    const setItem = vi.fn(() => {
      throw new Error("full");
    });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: vi.fn() });
    const witness = new Witness("full");
    witness.keepSeal("seal", 0);
    witness.keepPart(0, PART);
    expect(testimonyOf("full")).toMatchObject({ commit: "seal", parts: { 0: PART } });
    expect(setItem).toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it("has nothing where what was stored cannot be read", () => {
    localStorage.setItem("ekiben-witness-abc", "{");
    expect(testimonyOf("abc")).toBeNull();
  });
});
