// Where the coach's box lies: in a corner of its ground where it covers nothing that matters. The
// ground is the board; on a phone held upright, where the box is nearly as large as the board, it
// reaches down to the end of the window.
import type { Frame } from "../lib/frame.svelte";

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Corner = "bottom-right" | "bottom-left" | "top-right" | "top-left";
type Size = Pick<Area, "width" | "height">;

const CORNERS: readonly Corner[] = ["bottom-right", "bottom-left", "top-right", "top-left"];
const FIRST = 1e6; // how much more a pixel of the target counts
const ON_TOP: readonly Corner[] = ["top-left", "bottom-left"];
const EDGE = 8; // pixels between the box and the edge of its ground

/** Where the box may lie. */
export function groundOf(board: Area, frame: Frame, windowHeight: number): Area {
  const { x, y, width, height } = board;
  return { x, y, width, height: frame === "tall" ? windowHeight - y : height };
}

/** The corners of the ground, the best first; a phone held upright has the board on top. */
export function cornersOf(frame: Frame): readonly Corner[] {
  return frame === "tall" ? ON_TOP : CORNERS;
}

/** The place of a box in a corner of the ground. */
export function cornerOf(ground: Area, box: Size, corner: Corner): Area {
  const left = ground.x + EDGE;
  const right = ground.x + ground.width - box.width - EDGE;
  const top = ground.y + EDGE;
  const bottom = ground.y + ground.height - box.height - EDGE;
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
  ground: Area,
  box: Size,
  { target, others }: Free,
  now: Corner | null,
  corners: readonly Corner[] = CORNERS,
): Corner {
  const covered = (corner: Corner): number => {
    const at = cornerOf(ground, box, corner);
    const rest = others.reduce((sum, area) => sum + overlap(at, area), 0);
    return rest + (target ? FIRST * overlap(at, target) : 0);
  };
  const order = now && corners.includes(now) ? [now, ...corners] : corners;
  return order.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
