// Where the coach's box lies: in a corner of the board where it covers nothing that matters.

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Corner = "bottom-right" | "bottom-left" | "top-right" | "top-left";

const CORNERS: readonly Corner[] = ["bottom-right", "bottom-left", "top-right", "top-left"];
const FIRST = 1e6; // how much more a pixel of the target counts
const EDGE = 8; // pixels between the box and the edge of the board

/** The place of a box in a corner of the board. */
export function cornerOf(board: Area, box: { width: number; height: number }, corner: Corner): Area {
  const left = board.x + EDGE;
  const right = board.x + board.width - box.width - EDGE;
  const top = board.y + EDGE;
  const bottom = board.y + board.height - box.height - EDGE;
  return {
    x: Math.max(left, corner.endsWith("left") ? left : right),
    y: Math.max(top, corner.startsWith("top") ? top : bottom),
    ...box,
  };
}

/** How many square pixels two areas share. */
export function overlap(one: Area, two: Area): number {
  const width = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
  const height = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** What the box should leave free: the target before everything else. */
export interface Free {
  target: Area | null;
  others: readonly Area[];
}

/** The corner that covers least of what matters; the box stays where it is if that is as good. */
export function bestCorner(
  board: Area,
  box: { width: number; height: number },
  { target, others }: Free,
  now: Corner | null,
): Corner {
  const covered = (corner: Corner): number => {
    const at = cornerOf(board, box, corner);
    const rest = others.reduce((sum, area) => sum + overlap(at, area), 0);
    return rest + (target ? FIRST * overlap(at, target) : 0);
  };
  const order = now ? [now, ...CORNERS] : CORNERS;
  return order.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
