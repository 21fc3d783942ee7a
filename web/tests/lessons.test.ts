// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepReading, openLesson, readingOf } from "../src/learn/lessons";
import { recents } from "../src/lib/recent-tables";

let begun: number;
let status: number | { over: boolean };

beforeEach(() => {
  localStorage.clear();
  begun = 0;
  status = { over: false };
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/lessons/london/tables")
      return Promise.resolve(Response.json({ table: `table${++begun}`, links: {} }));
    if (typeof status === "object") return Promise.resolve(Response.json(status));
    const error = { error: { code: "x", text: "x" } };
    return Promise.resolve(Response.json(error, { status }));
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("the address of a lesson", () => {
  it("begins one, and goes on with it", async () => {
    expect(await openLesson("london")).toBe("/t/table1");
    expect(await openLesson("london")).toBe("/t/table1");
    expect(recents().map((one) => one.table)).toEqual(["table1"]);
  });

  it("begins anew when the game is over or gone", async () => {
    await openLesson("london");
    status = { over: true };
    expect(await openLesson("london")).toBe("/t/table2");
    status = 404;
    expect(await openLesson("london")).toBe("/t/table3");
  });

  it("begins no second one while the server cannot answer", async () => {
    await openLesson("london");
    status = 503;
    await expect(openLesson("london")).rejects.toThrow();
    expect(begun).toBe(1);
  });

  it("brings a coach back who was sent away, and keeps what was read", async () => {
    await openLesson("london");
    keepReading("table1", { at: { tickets: 1 }, heard: ["blocked"], left: true });
    await openLesson("london");
    expect(readingOf("table1")).toEqual({ at: { tickets: 1 }, heard: ["blocked"], left: false });
  });
});

describe("what was read", () => {
  it("is nothing where the browser keeps nothing, or something else", () => {
    localStorage.setItem("ekiben-lesson-a", "null");
    localStorage.setItem("ekiben-lesson-b", "{");
    for (const table of ["a", "b", "c"])
      expect(readingOf(table)).toEqual({ at: {}, heard: [], left: false });
  });
});
