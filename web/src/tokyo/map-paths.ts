// SVG paths on the map: strokes of track, and the arrows of jobs.
import type { Lattice } from "./lattice";
import type { City, Point } from "./types";

/** A line over posts. */
export function pathAlong(lattice: Lattice, posts: readonly number[]): string {
  return posts.map((post, at) => `${at ? "L" : "M"}${lattice.pointOf(post).join(" ")}`).join("");
}

/** Straight lines for links. */
export function straightLinks(lattice: Lattice, links: readonly number[]): string {
  return links.map((link) => pathAlong(lattice, lattice.endsOf(link))).join("");
}

/** A crayon's line between two posts: a little off the straight, for each link always the same. */
export function trackStroke([ax, ay]: Point, [zx, zy]: Point, link: number): string {
  const offset = (((link * 7919) % 17) - 8) / 5;
  const middleX = (ax + zx) / 2 - ((zy - ay) / 30) * offset;
  const middleY = (ay + zy) / 2 + ((zx - ax) / 30) * offset;
  return `M${ax} ${ay}Q${middleX.toFixed(1)} ${middleY.toFixed(1)} ${zx} ${zy}`;
}

export interface Arrow {
  line: string;
  head: string;
}

/** A curve to a city that stops before it, with a head; null where there is no room for one. */
export function jobArrow(
  start: Point,
  { box: [x, y, width, height] }: Pick<City, "box">,
): Arrow | null {
  const gap = Math.max(width, height) / 2 + 6;
  if (Math.hypot(x - start[0], y - start[1]) < gap + 14) return null;
  const control: Point = [
    (start[0] + x) / 2 + (y - start[1]) * 0.13,
    (start[1] + y) / 2 - (x - start[0]) * 0.13,
  ];
  const [ux, uy] = unitVector(control, [x, y]);
  const tip: Point = [x - ux * gap, y - uy * gap];
  const back: Point = [tip[0] - 10 * ux, tip[1] - 10 * uy];
  const left: Point = [back[0] - 4.5 * uy, back[1] + 4.5 * ux];
  const right: Point = [back[0] + 4.5 * uy, back[1] - 4.5 * ux];
  return {
    line: `M${written(start)}Q${written(control)} ${written(back)}`,
    head: `M${written(tip)}L${written(left)}L${written(right)}Z`,
  };
}

function unitVector(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

function written([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
