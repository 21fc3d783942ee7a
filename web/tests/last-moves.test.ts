// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { LogLine } from "../src/lib/wire";
import { lastMoves } from "../src/routes/last-moves";
import { subjectsOf } from "../src/routes/log-subjects";

let n = 0;
function line(kind: string, seat: number | null, fields: object = {}, text = "…"): LogLine {
  n += 1;
  return { n, line: n, kind, seat, text, ...fields };
}

const MINE = [line("drew", 0, { card: "red" }), line("turned-up", null, { card: "blue" })];
const claimed = line("claimed", 1, { route: "denver-omaha", points: 7 });
const drew = line("drew", 2, { card: "red" });
const CLAIM = [
  line("chose-route", 1, { route: "denver-omaha" }, ""),
  line("paid", 1, { cards: { purple: 3, wild: 1 } }, ""),
  claimed,
];
const DRAW = [drew, line("drew-blind", 2, { deck: "deck" })];

it("tells every other seat's last move", () => {
  const [claim, draw] = lastMoves([...MINE, ...CLAIM, ...DRAW], 0);
  expect(claim).toMatchObject({
    ...{ seat: 1, routes: ["denver-omaha"], paid: { purple: 3, wild: 1 }, blind: 0 },
  });
  expect(draw).toMatchObject({ seat: 2, took: { red: 1 }, blind: 1, routes: [] });
});

it("forgets them with the viewer's next move", () => {
  expect(lastMoves([...MINE, ...CLAIM, line("chose-route", 0)], 0)).toEqual([]);
});

it("remembers them when the viewer takes that move back", () => {
  const back = [line("chose-route", 0), line("undone", 0, { action: "claim denver-omaha" })];
  expect(lastMoves([...MINE, ...CLAIM, ...back], 0)).toHaveLength(1);
});

it("takes back what another seat took back", () => {
  const back = line("undone", 1, { action: "pay 3 purple 1 wild" });
  expect(lastMoves([...MINE, ...CLAIM, back], 0)[0]).toMatchObject({ routes: [], paid: {} });
});

it("marks nothing paid after a withdrawal", () => {
  const tunnel = [
    line("laid-out", 1, { cards: { red: 2 } }),
    line("withdrew", 1, { route: "a-b", cards: { red: 2 } }),
  ];
  expect(lastMoves([...MINE, ...tunnel], 0)[0]).toMatchObject({ paid: {}, routes: [] });
});

it("finds what a line of the log speaks of, in all events that it tells", () => {
  const log = [...MINE, ...CLAIM, ...DRAW].map((one) =>
    CLAIM.includes(one) ? { ...one, line: 100 } : one,
  );
  const paid = log.find(({ kind }) => kind === "paid") ?? drew;
  expect(subjectsOf(log, paid).routes).toContain("denver-omaha");
  expect(subjectsOf(log, drew)).toEqual({ routes: [], cities: [], tickets: [] });
  const kept = line("kept", 0, { tickets: ["denver-el-paso"] });
  expect(subjectsOf([...log, kept], kept).tickets).toEqual(["denver-el-paso"]);
});
