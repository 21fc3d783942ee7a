// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveTable } from "../src/lib/live-table.svelte";
import { settings } from "../src/lib/settings.svelte";
import { hello, logLine, routesFacts, snapshot, tableInfo, update } from "./examples";
import { FakeSocket } from "./fake-socket";

let table: LiveTable<"routes">;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  settings.set({ motion: "off" });
  FakeSocket.all = [];
  table = open();
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(you = [0]): LiveTable<"routes"> {
  const start = {
    game: "america",
    options: {},
    facts: routesFacts(),
    quickVerbs: new Set<string>(),
  };
  return new LiveTable(tableInfo({ you }), start);
}

function server(): FakeSocket {
  return FakeSocket.latest;
}

/** Answers of the server to whether this browser still has a seat. */
function seatsAre(...answers: number[][]): void {
  const fetched = vi.fn<typeof fetch>();
  for (const you of answers) {
    fetched.mockResolvedValueOnce(Response.json(tableInfo({ you })));
  }
  vi.stubGlobal("fetch", fetched);
}

describe("connecting", () => {
  it("asks for everything, through the eyes of its only seat", () => {
    expect(server().url).toContain("/api/tables/abc/play?");
    expect(server().query.get("since")).toBe("-1");
    expect(server().query.get("seat")).toBe("0");
  });

  it("asks as nobody where this browser has two seats", () => {
    table.close();
    table = open([0, 1]);
    expect(server().query.get("seat")).toBeNull();
  });

  it("shows the snapshot", () => {
    expect(table.scene).toBeNull();
    server().receive(hello(), snapshot({ seq: 3 }));
    expect(table.connection).toBe("open");
    expect([table.seq, table.asked, table.mine]).toEqual([3, "turn", true]);
    expect(table.byVerb("draw")).toEqual(["draw red", "draw deck"]);
    expect(table.byVerb("claim")).toEqual([]);
  });

  it("is not asked while a bot plays for the seat", () => {
    server().receive(hello({ kinds: ["bot", "person"] }), snapshot());
    expect(table.mine).toBe(false);
  });
});

describe("updates", () => {
  it("change the scene and lengthen the log, each once", async () => {
    server().receive(hello(), snapshot({ said: [logLine(0)] }), update(1), update(2), update(2));
    await table.shown();
    expect(table.scene?.turn).toBe(2);
    expect(table.scene?.decks).toEqual([100]);
    expect(table.log.map((line) => line.n)).toEqual([0, 1, 2]);
    expect(table.idle).toBe(true);
  });

  it("are told to listeners before and after they are shown", async () => {
    const heard: string[] = [];
    const stop = table.onUpdate((played, moment) => {
      heard.push(`${moment} ${played.by ?? ""} ${table.scene?.turn ?? -1}`);
    });
    server().receive(hello(), snapshot(), update(1));
    await table.shown();
    stop();
    server().receive(update(2));
    await table.shown();
    expect(heard).toEqual(["before draw red 0", "after draw red 1"]);
  });

  it("go on after a listener that fails, and after one that never ends", async () => {
    table.onUpdate(() => {
      throw new Error("no animation");
    });
    table.onUpdate(() => new Promise(() => undefined));
    server().receive(hello(), snapshot(), update(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(table.seq).toBe(1);
    expect(table.idle).toBe(true);
  });

  it("that wait are dropped by a snapshot, which has them", async () => {
    server().receive(hello(), snapshot(), update(1), update(2), snapshot({ seq: 5 }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(table.seq).toBe(5);
  });
});

describe("acting", () => {
  beforeEach(() => server().receive(hello(), snapshot({ seq: 7 })));

  it("sends the position that is shown, and ends with the answer", async () => {
    const done = table.act("draw red", "draw deck");
    const { request, ...message } = server().request;
    expect(message).toEqual({ type: "act", position: 7, actions: ["draw red", "draw deck"] });
    expect(table.busy).toBe(true);
    server().receive({ type: "done", request: Number(request) });
    expect(await done).toBe(true);
    expect(table.busy).toBe(false);
  });

  it("sends nothing twice, and nothing for a position that is gone", async () => {
    void table.act("draw red");
    expect(await table.act("draw red")).toBe(false);
    expect(server().sent).toHaveLength(1);
  });

  it("shows and announces a refusal", async () => {
    const done = table.act("pass");
    const request = Number(server().request.request);
    const text = "⟦@1⟧ is to act.";
    const nowhere = { clause: null, short: null, section: null };
    server().receive({ type: "refused", request, code: "x", text, ...nowhere });
    expect(await done).toBe(false);
    expect(table.refusal?.text).toBe(text);
    expect(table.announcement).toBe("Ben is to act.");
  });

  it("asks for a reason once, until the position changes", async () => {
    const first = table.why("claim a-b");
    expect(table.why("claim a-b")).toBe(first);
    const request = Number(server().request.request);
    const where = { clause: "RT-1", short: null, section: null };
    const reason = { action: "claim a-b", legal: false, text: "no", ...where };
    server().receive({ type: "because", request, ...reason });
    expect(await first).toMatchObject(reason);
    server().receive(update(8));
    void table.why("claim a-b");
    expect(server().sent).toHaveLength(2);
  });
});

describe("a lost connection", () => {
  beforeEach(() => server().receive(hello(), snapshot({ seq: 4 })));

  it("answers what was asked, with nothing", async () => {
    const acted = table.act("pass");
    const why = table.why("pass");
    server().break();
    expect(await acted).toBe(false);
    expect((await why).legal).toBe(false);
    expect([table.connection, table.busy]).toEqual(["lost", false]);
    expect(await table.act("pass")).toBe(false);
    expect(await table.plan({ kind: "jobs" })).toBeNull();
  });

  it("resumes from the last update that arrived", async () => {
    server().receive(update(5));
    await table.shown();
    server().break();
    vi.advanceTimersByTime(250);
    expect(FakeSocket.all).toHaveLength(2);
    expect(server().query.get("since")).toBe("5");
    server().receive(hello(), update(6));
    await table.shown();
    expect([table.connection, table.seq]).toEqual(["open", 6]);
  });

  it("waits longer after every failure, and shortly again once it is back", () => {
    for (const delay of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
      const before = FakeSocket.all.length;
      server().break();
      vi.advanceTimersByTime(delay - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    server().receive(hello());
    server().break();
    vi.advanceTimersByTime(250);
    expect(FakeSocket.all).toHaveLength(9);
  });

  it("comes back at once when the network does", () => {
    server().break();
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("stays away from a table that was closed or has expired", () => {
    server().break(4004, "no-table");
    expect(table.fault).toBe("server.errors.no-table");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("believes only the third answer that the seat is gone", async () => {
    seatsAre([], [], []);
    server().break(4001);
    await vi.advanceTimersByTimeAsync(250 + 1000);
    expect(table.signedOut).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.signedOut).toBe(true);
  });

  it("reconnects with a seat that was given back meanwhile", async () => {
    seatsAre([], [1]);
    server().break(4001);
    await vi.advanceTimersByTimeAsync(250 + 1000 + 250);
    expect(table.signedOut).toBe(false);
    expect(FakeSocket.all).toHaveLength(2);
    expect(server().query.get("seat")).toBe("1");
  });
});
