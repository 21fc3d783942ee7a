// Two games of the same deal, move by move: where they parted, and the scores after every turn.
import type { TurningPoint } from "../generated/messages";
import { logLines } from "../lib/log-lines";
import type { Frames } from "../lib/replay-table.svelte";

type Steps = Pick<Frames, "steps">;

/** The first action that differs: how many were the same, who acted, and both moves in words. */
export interface Parting {
  ply: number;
  seat: number | null;
  first: string[];
  second: string[];
}

/** Where two games part; null if they are the same. */
export function partingOf(first: Steps, second: Steps): Parting | null {
  const length = Math.max(first.steps.length, second.steps.length);
  for (let ply = 0; ply < length; ply++) {
    const one = first.steps[ply];
    const other = second.steps[ply];
    if (one?.action === other?.action && one?.seat === other?.seat) continue;
    const seat = one?.seat ?? other?.seat ?? null;
    return { ply, seat, ...distinct(turnInWords(first, ply), turnInWords(second, ply)) };
  }
  return null;
}

/** What the seat to act did from a ply on, until its next turn: some choices are told only then. */
function turnInWords({ steps }: Steps, ply: number): { lines: string[]; action: string } {
  const seat = steps[ply]?.seat;
  const others = steps.findIndex((step, at) => at > ply && step.seat !== seat);
  const again = steps.findIndex((step, at) => others > 0 && at > others && step.seat === seat);
  const turn = steps.slice(ply, again < 0 ? undefined : again);
  const lines = logLines(turn.flatMap((step) => step.said));
  return {
    lines: lines.filter((line) => line.seat === seat).map((line) => line.text),
    action: steps[ply]?.told ?? "",
  };
}

type Told = ReturnType<typeof turnInWords>;

/** The sentences that only one has; the actions where the sentences do not tell them apart. */
function distinct(first: Told, second: Told): Pick<Parting, "first" | "second"> {
  const one = first.lines.filter((line) => !second.lines.includes(line));
  const other = second.lines.filter((line) => !first.lines.includes(line));
  if (one.length === 0 && other.length === 0)
    return { first: [first.action], second: [second.action] };
  return { first: one.length > 0 ? one : first.lines, second: other.length > 0 ? other : second.lines };
}

/** The people's scores in both games, turn by turn; a game that is over keeps its last. */
export function scoresSideBySide(
  first: Pick<TurningPoint, "scores">,
  second: Pick<TurningPoint, "scores">,
  people: number[],
): [number, number][] {
  const turns = Math.max(first.scores.length, second.scores.length);
  return Array.from({ length: turns }, (_, turn) => [
    scoreAt(first.scores, turn, people),
    scoreAt(second.scores, turn, people),
  ]);
}

function scoreAt(scores: number[][], turn: number, people: number[]): number {
  const then = scores[Math.min(turn, scores.length - 1)] ?? [];
  return people.reduce((total, seat) => total + (then[seat] ?? 0), 0);
}
