// A chart of scores over the turns of a game.

export interface Scale {
  x: (turn: number) => number;
  y: (score: number) => number;
}

const EDGE = 6; // so that thick lines are not cut off

/** Zero is always on the chart. */
export function scaleOf(scores: number[][], width: number, height: number): Scale {
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const span = Math.max(1, Math.max(0, ...all) - low);
  const turns = Math.max(1, scores.length - 1);
  return {
    x: (turn) => EDGE + (turn / turns) * (width - 2 * EDGE),
    y: (score) => height - EDGE - ((score - low) / span) * (height - 2 * EDGE),
  };
}

/** The path of one seat's scores. */
export function lineOf(scores: number[][], seat: number, { x, y }: Scale): string {
  return scores
    .map((turn, at) => `${at === 0 ? "M" : "L"}${round(x(at))} ${round(y(turn[seat] ?? 0))}`)
    .join("");
}

/** Every second line is dashed, so that colour is not alone. */
export function dashesOf(column: number): string | undefined {
  return column % 2 === 1 ? "9 4" : undefined;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
