// What the others have done since the viewer's own last move, read off the log, so that a page that
// is loaded anew shows the same.
import type { LogLine } from "../lib/wire";
import type { Lattice } from "./lattice";

export interface LastMove {
  seat: number;
  /** The runs of the train, each as its posts. */
  runs: number[][];
  /** The links that were built. */
  links: number[];
  /** Jobs by their ids. */
  loaded: string[];
  delivered: string[];
  /** By how much the money changed. */
  money: number;
}

/** What upgrades cost, and the train everybody begins with. */
export interface TrainFigures {
  trains: string[];
  upgrade: Record<string, number>;
}

/** The kinds of event that only a seat's own move causes. */
const OWN_MOVES = new Set([
  ...["placed", "stepped", "boarded", "loaded", "unloaded", "put-back", "stopped"],
  ...["built", "upgraded"],
]);
/** What the amount of an event does to the money of its seat. */
const MONEY: Readonly<Record<string, number>> = {
  rewarded: 1,
  relieved: 1,
  borrowed: 1,
  "fee-paid": -1,
  taxed: -1,
  repaid: -1,
};
const DIRECTIONS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** The last move of every other seat, until the viewer moves again. */
export function lastMoves(
  log: readonly LogLine[],
  viewer: number | null,
  lattice: Lattice,
  figures: TrainFigures,
): LastMove[] {
  const done = withoutUndone(log);
  const own = done.findLastIndex((line) => line.seat === viewer && OWN_MOVES.has(line.kind));
  const moves = new Map<number, LastMove>();
  const of = (seat: number): LastMove => moves.get(seat) ?? nothing(seat);
  done.slice(own + 1).forEach((line, place) => {
    const { seat } = line;
    if (typeof seat !== "number") return;
    // a seat's own turn puts its new move in the place of the one before
    const before = line.kind === "turn" ? nothing(seat) : of(seat);
    const price = line.kind === "upgraded" ? upgradePrice(done, own + 1 + place, figures) : 0;
    moves.set(seat, withLine({ ...before, money: before.money - price }, line, lattice));
    if (line.kind === "fee-paid") {
      const owner = of(Number(line.owner));
      moves.set(owner.seat, { ...owner, money: owner.money + Number(line.amount) });
    }
  });
  return [...moves.values()].filter((move) => move.seat !== viewer);
}

/** The log without what was taken back: the events since the action began are those of its seat. */
export function withoutUndone(log: readonly LogLine[]): LogLine[] {
  const kept: LogLine[] = [];
  for (const line of log) {
    if (line.kind !== "undone") kept.push(line);
    else kept.splice(startOfUndone(kept, line));
  }
  return kept;
}

/** What an action causes first, by its verb. */
const BEGINS: Readonly<Record<string, string>> = {
  place: "placed",
  step: "stepped",
  board: "boarded",
  load: "loaded",
  unload: "unloaded",
  return: "put-back",
  stop: "stopped",
  build: "built",
  upgrade: "upgraded",
  borrow: "borrowed",
  repay: "repaid",
};

function startOfUndone(lines: LogLine[], undone: LogLine): number {
  const [verb = ""] = typeof undone.action === "string" ? undone.action.split(" ") : [];
  const start = lines.findLastIndex(
    ({ seat, kind }) => seat === undone.seat && kind === BEGINS[verb],
  );
  return start < 0 ? lines.length : start;
}

function nothing(seat: number): LastMove {
  return { seat, runs: [], links: [], loaded: [], delivered: [], money: 0 };
}

function withLine(move: LastMove, line: LogLine, lattice: Lattice): LastMove {
  const amount = (MONEY[line.kind] ?? 0) * Number(line.amount ?? 0);
  const paid = amount === 0 ? move : { ...move, money: move.money + amount };
  switch (line.kind) {
    case "stepped":
      return { ...paid, runs: withStep(paid.runs, line, lattice) };
    case "built":
      return {
        ...paid,
        links: [...paid.links, ...linksOf(line, lattice)],
        money: paid.money - Number(line.cost),
      };
    case "loaded":
      return { ...paid, loaded: [...paid.loaded, String(line.job)] };
    case "unloaded":
      return { ...paid, delivered: [...paid.delivered, String(line.job)] };
    default:
      return paid;
  }
}

/** The runs with one step more; one that does not go on from the last begins another. */
export function withStep(runs: number[][], line: LogLine, lattice: Lattice): number[][] {
  const to = lattice.postOf(String(line.post));
  const from = to === null ? null : lattice.neighbour(to, opposite(String(line.direction)));
  if (to === null || from === null) return runs;
  const last = runs.at(-1);
  if (last?.at(-1) === from) return [...runs.slice(0, -1), [...last, to]];
  return [...runs, [from, to]];
}

/** The link that a line tells of. */
export function linksOf(line: LogLine, lattice: Lattice): number[] {
  const post = lattice.postOf(String(line.post));
  const next = post === null ? null : lattice.neighbour(post, String(line.direction));
  const link = post === null || next === null ? null : lattice.linkBetween(post, next);
  return link === null ? [] : [link];
}

function opposite(direction: string): string {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 4) % 8] ?? "";
}

/** What an upgrade cost, by the train before it. */
function upgradePrice(log: LogLine[], at: number, { trains, upgrade }: TrainFigures): number {
  const line = log[at];
  if (!line) return 0;
  const before = log
    .slice(0, at)
    .findLast((one) => one.kind === "upgraded" && one.seat === line.seat);
  const [speed, load] = before
    ? [Number(before.speed), Number(before.load)]
    : (trains[0] ?? "").split("-").map(Number);
  const faster = Number(line.speed) !== speed;
  const larger = Number(line.load) !== load;
  return upgrade[faster && larger ? "both" : faster ? "speed" : "load"] ?? 0;
}
