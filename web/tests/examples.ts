// Small facts, scenes and messages for the tests.
import type { Facts, LogLine, Scene, TableInfo, Update, Snapshot, Hello } from "../src/lib/wire";

export function routesFacts(): Facts<"routes"> {
  return {
    family: "routes",
    game: "america",
    clauses: "US",
    names: { en: "America" },
    size: [1000, 600],
    land: [],
    peaks: "",
    map_names: [],
    spots: {},
    cities: [],
    routes: [],
    tickets: [],
    kinds: [],
    districts: [],
    decks: ["deck"],
    pieces: ["train"],
    building: "",
    points: [1, 2, 4],
    in_play: 45,
    advised: 0,
  };
}

export function routesScene(changed: Partial<Scene<"routes">> = {}): Scene<"routes"> {
  return {
    turn: 0,
    seats: [],
    closed: [],
    twins: [],
    market: [],
    decks: [100],
    discards: [0],
    discarded: {},
    tickets_left: 30,
    setting_up: false,
    last_round: null,
    due: null,
    tickets: [],
    payments: {},
    joined: [],
    ranking: [],
    sheet: [],
    verdict: "",
    margin: "",
    longest: [],
    borrowed: [],
    ...changed,
  };
}

export function logLine(n: number, changed: Partial<LogLine> = {}): LogLine {
  return { n, line: n, kind: "drew", seat: 0, text: `line ${n}`, ...changed };
}

export function tableInfo(changed: Partial<TableInfo> = {}): TableInfo {
  return {
    table: "abc",
    game: "america",
    rules: 1,
    options: {},
    names: ["Aoi", "Ben"],
    kinds: ["person", "person"],
    levels: [null, null],
    present: [true, true],
    timed_out: [false, false],
    assisted: [false, false],
    away: [0, 0],
    handovers: [null, null],
    watching: 0,
    you: [0],
    host: true,
    over: false,
    public: false,
    clock_minutes: null,
    again: null,
    seq: 0,
    mixed: false,
    deal: null,
    sealed: false,
    chat: true,
    rematch: false,
    lesson: null,
    branch: null,
    ...changed,
  };
}

export function hello(changed: Partial<Hello> = {}): Hello {
  const { table, game, options, names, kinds, levels, present, clock_minutes, chat } = tableInfo();
  const { timed_out, assisted, away, handovers, watching } = tableInfo();
  return {
    type: "hello",
    table,
    game,
    options,
    names,
    kinds,
    levels,
    present,
    timed_out,
    assisted,
    away,
    handovers,
    watching,
    clock_minutes,
    chat,
    seats: [0],
    looking: 0,
    seq: 0,
    commit: "seal",
    public: false,
    again: null,
    ...changed,
  };
}

export function snapshot(changed: Partial<Snapshot<"routes">> = {}): Snapshot<"routes"> {
  return {
    type: "snapshot",
    lesson: null,
    seq: 0,
    asked: "turn",
    seat: 0,
    legal: ["draw red", "draw deck", "pass"],
    undo: false,
    over: false,
    clocks: null,
    said: [],
    looking: 0,
    scene: routesScene(),
    fault: null,
    ...changed,
  };
}

export function update(seq: number, changed: Partial<Update<"routes">> = {}): Update<"routes"> {
  return {
    type: "update",
    lesson: null,
    seq,
    asked: "turn",
    seat: 1,
    legal: [],
    undo: false,
    over: false,
    clocks: null,
    said: [logLine(seq)],
    changed: { turn: seq },
    by: "draw red",
    revealed: false,
    ...changed,
  };
}
