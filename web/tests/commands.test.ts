// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, complete } from "../src/app/commands";
import type { OpenTable } from "../src/app/family";
import { LiveTable } from "../src/lib/live-table.svelte";
import { routesFamily } from "../src/routes/family";
import { hello, routesFacts, routesScene, snapshot, tableInfo } from "./examples";
import { FakeSocket } from "./fake-socket";

let open: OpenTable<"routes">;

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  const start = {
    game: "america",
    options: {},
    facts: routesFacts(),
    quickVerbs: new Set<string>(),
  };
  open = { table: new LiveTable(tableInfo(), start), family: routesFamily };
  const legal = ["claim denver-omaha", "claim denver-salt-lake-city", "draw red", "pass"];
  const scene = routesScene({ market: ["red", null, "wild"], decks: [90] });
  FakeSocket.latest.receive(hello(), snapshot({ legal, scene }));
});

afterEach(() => {
  open.table.close();
  vi.unstubAllGlobals();
});

describe("complete", () => {
  it("goes as far as all fitting lines are the same", () => {
    const { text, fitting } = complete(open, "cl");
    expect(text).toBe("claim denver-");
    expect(fitting).toHaveLength(2);
  });

  it("completes commands, those of the family too, and what can be asked about", () => {
    expect(complete(open, "mark").text).toBe("market ");
    expect(complete(open, "why p").text).toBe("why pass");
  });

  it("leaves alone what fits nothing", () => {
    expect(complete(open, "xyz")).toEqual({ text: "xyz", fitting: [] });
  });
});

describe("answer", () => {
  it("lists the legal actions that contain what was typed", async () => {
    expect(await answer(open, " /ALL   salt ")).toEqual(["claim denver-salt-lake-city"]);
    expect(await answer(open, "all nothing")).toEqual(["web.line.none"]);
  });

  it("answers the questions of the family", async () => {
    expect(await answer(open, "market")).toEqual(["web.line.market"]);
    expect(await answer(open, "hand")).toEqual(["web.line.no-hand"]);
  });

  it("plays everything that is no question", async () => {
    const answered = answer(open, "Draw  red");
    await vi.waitFor(() => expect(FakeSocket.latest.request.actions).toEqual(["draw red"]));
    const request = Number(FakeSocket.latest.request.request);
    FakeSocket.latest.receive({ type: "done", request });
    expect(await answered).toEqual([]);
  });

  it("takes a name of JavaScript for an action, not for a command", async () => {
    FakeSocket.latest.break();
    expect(await answer(open, "constructor")).toEqual(["web.connection.lost"]);
  });
});
