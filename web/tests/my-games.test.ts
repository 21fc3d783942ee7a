// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableStatus } from "../src/generated/messages";
import { myGames, placeOf } from "../src/lib/my-games.svelte";
import { forget, recents, remember, type Recent } from "../src/lib/recent-tables";
import { statisticsOf } from "../src/lib/statistics";

function status(table: string, changed: Partial<TableStatus> = {}): TableStatus {
  return {
    table,
    game: "london",
    names: ["Aoi", "Ben", "Chie"],
    kinds: ["person", "bot", "bot"],
    levels: [null, "hard", "hard"],
    assisted: [false, false, false],
    you: [0],
    over: false,
    seat: 1,
    idle: 60,
    scores: [],
    ranking: [],
    again: null,
    lesson: null,
    branch: null,
    ...changed,
  };
}

const OVER = { over: true, seat: null, scores: [30, 41, 30], ranking: [[1], [0, 2]] };
let answers: Record<string, TableStatus | number>;
let asked: string[];

beforeEach(() => {
  localStorage.clear();
  answers = {};
  asked = [];
  const fetched = (path: string): Promise<Response> => {
    const table = /tables\/(\w+)\/status/.exec(path)?.[1] ?? "";
    asked.push(table);
    const answer = answers[table] ?? 404;
    if (typeof answer !== "number") return Promise.resolve(Response.json(answer));
    return Promise.resolve(Response.json({ error: { code: "x", text: "x" } }, { status: answer }));
  };
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => vi.unstubAllGlobals());

function ids(games: readonly Recent[]): string[] {
  return games.map((one) => one.table);
}

describe("the list", () => {
  it("puts games where it is my turn first, then the latest move", async () => {
    for (const table of ["a", "b", "c"]) remember(table, "london");
    answers = {
      a: status("a", { idle: 10 }),
      b: status("b", { idle: 900, seat: 0 }),
      c: status("c", { idle: 500 }),
    };
    await myGames.refresh();
    expect(ids(myGames.running)).toEqual(["b", "a", "c"]);
    expect(myGames.running.map((one) => one.mine)).toEqual([true, false, false]);
  });

  it("keeps a result when the table is gone, and never asks for it again", async () => {
    remember("a", "london");
    answers = { a: status("a", OVER) };
    await myGames.refresh();
    answers = {};
    await myGames.refresh();
    expect(asked).toEqual(["a"]);
    expect(myGames.finished[0]?.heard.scores).toEqual([30, 41, 30]);
    expect([myGames.running, myGames.gone]).toEqual([[], []]);
  });

  it("says which tables are gone, and lets them be removed", async () => {
    remember("a", "london");
    remember("b", "london");
    answers = { a: 404, b: 403 };
    await myGames.refresh();
    expect(ids(myGames.gone)).toEqual(["b", "a"]);
    myGames.remove("a");
    expect(ids(recents())).toEqual(["b"]);
  });

  it("keeps everything while the server cannot be reached", async () => {
    remember("a", "london");
    answers = { a: 503 };
    await myGames.refresh();
    expect(ids(myGames.running)).toEqual(["a"]);
  });

  it("asks about few at once and about no more than wanted", async () => {
    for (let n = 0; n < 20; n++) remember(`t${n}`, "london");
    let open = 0;
    let most = 0;
    vi.stubGlobal("fetch", async (path: string) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve));
      open -= 1;
      return Response.json(status(path.split("/")[3] ?? ""));
    });
    await myGames.refresh(12);
    expect(most).toBe(4);
    expect(recents().filter((one) => one.heard)).toHaveLength(12);
  });

  it("is bounded; what is gone without a result goes first", () => {
    for (let n = 0; n < 120; n++) remember(`t${n}`, "london");
    expect(recents()).toHaveLength(100);
    expect(recents()[0]?.table).toBe("t119");
    forget(...ids(recents()));
    expect(recents()).toEqual([]);
  });

  it("reads the lists of older versions, and survives a broken one", () => {
    localStorage.setItem("ekiben-recent", '[{"table":"a","game":"london","at":5}]');
    expect(ids(recents())).toEqual(["a"]);
    localStorage.setItem("ekiben-recent", '{"not":"a list"}');
    expect(recents()).toEqual([]);
  });
});

describe("statistics", () => {
  it("counts places that are shared", () => {
    expect([0, 1, 2].map((seat) => placeOf(seat, [[1], [0, 2]]))).toEqual([2, 1, 2]);
  });

  it("adds up games by the strength of the opponents", async () => {
    for (const table of ["a", "b", "c", "d"]) remember(table, "london");
    const won = { ...OVER, scores: [50, 41, 30], ranking: [[0], [1], [2]] };
    answers = {
      a: status("a", OVER),
      b: status("b", won),
      c: status("c", { ...won, kinds: ["person", "person", "bot"] }),
      d: status("d", { ...won, you: [0, 1] }), // on one screen: does not count
    };
    await myGames.refresh();
    expect(statisticsOf(myGames.finished)).toEqual([
      {
        game: "london",
        played: 3,
        won: 2,
        best: 50,
        place: 4 / 3,
        seats: 3,
        against: [
          { opponents: "hard", tally: { played: 2, won: 1, best: 50, place: 1.5, seats: 3 } },
          { opponents: "people", tally: { played: 1, won: 1, best: 50, place: 1, seats: 3 } },
        ],
      },
    ]);
  });

  it("counts games apart in which a good move was told", async () => {
    for (const table of ["a", "b"]) remember(table, "london");
    const assisted = [true, false, false];
    answers = { a: status("a", { ...OVER, assisted }), b: status("b", OVER) };
    await myGames.refresh();
    const [london] = statisticsOf(myGames.finished);
    expect(london?.played).toBe(1);
    expect(london?.against.map((one) => [one.opponents, one.tally.played])).toEqual([
      ["hard", 1],
      ["assisted", 1],
    ]);
    const [only] = statisticsOf(myGames.finished.filter((one) => one.table === "a"));
    expect(only).toMatchObject({ played: 0, won: 0, against: [{ opponents: "assisted" }] });
  });

  it("tells bots of several levels apart from bots of one", async () => {
    remember("a", "london");
    answers = { a: status("a", { ...OVER, levels: [null, "easy", "hard"] }) };
    await myGames.refresh();
    expect(statisticsOf(myGames.finished)[0]?.against[0]?.opponents).toBe("mixed");
  });
});

describe("a lesson", () => {
  it("is listed as one and counts in no statistics", async () => {
    remember("a", "london");
    answers = { a: status("a", { ...OVER, lesson: "london" }) };
    await myGames.refresh();
    expect(myGames.finished.map((one) => one.heard.lesson)).toEqual(["london"]);
    expect(statisticsOf(myGames.finished)).toEqual([]);
  });
});

describe("a branch", () => {
  it("is listed as one and counts in no statistics", async () => {
    remember("a", "london");
    answers = { a: status("a", { ...OVER, branch: { parent: "b", at: 7, seat: 0 } }) };
    await myGames.refresh();
    expect(myGames.finished.map((one) => one.heard.branch?.parent)).toEqual(["b"]);
    expect(statisticsOf(myGames.finished)).toEqual([]);
  });
});
