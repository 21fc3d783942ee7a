// The geometry of the lattice: where posts, links and cities are. Posts are numbered row by row, a
// link by its post and the line it leaves along.
import { elementAt } from "../lib/lists";
import type { City, Point, TokyoFacts } from "./types";

export const STEPS: Readonly<Record<string, Point>> = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
};
const LINES = 4;

/** The facts that the geometry needs. */
export type LatticeFacts = Pick<
  TokyoFacts,
  "rows" | "columns" | "pitch" | "lines" | "costs" | "cities" | "ferries"
>;

export class Lattice {
  readonly width: number;
  readonly height: number;
  readonly cityAt = new Map<number, number>();
  readonly ferryAt = new Map<number, number>();

  constructor(readonly facts: LatticeFacts) {
    this.width = facts.columns * facts.pitch;
    this.height = facts.rows * facts.pitch;
    facts.cities.forEach((city, number) => {
      for (const post of city.posts) this.cityAt.set(post, number);
    });
    facts.ferries.forEach((ferry, number) => {
      this.ferryAt.set(ferry.a, number).set(ferry.z, number);
    });
  }

  // ---- posts
  /** Where a post is on the map. */
  pointOf(post: number): Point {
    const { pitch } = this.facts;
    const [column, row] = this.#cell(post);
    return [(column + 0.5) * pitch, (row + 0.5) * pitch];
  }

  /** The post of a notation, or null where it is none of this map. */
  postOf(id: string): number | null {
    const found = /^r(\d+)c(\d+)$/i.exec(id.trim());
    return found ? this.#postAt(Number(found[2]), Number(found[1])) : null;
  }

  /** The post nearest to a point; beyond the rim, the nearest one inside. */
  nearestPost(x: number, y: number): number {
    const { columns, rows, pitch } = this.facts;
    return clampedCell(y / pitch, rows) * columns + clampedCell(x / pitch, columns);
  }

  /** How far a point is from a post. */
  distance(post: number, x: number, y: number): number {
    const [postX, postY] = this.pointOf(post);
    return Math.hypot(postX - x, postY - y);
  }

  /** The next post in a direction, or null beyond the rim. */
  neighbour(post: number, direction: string): number | null {
    const step = STEPS[direction];
    if (!step) return null;
    const [column, row] = this.#cell(post);
    return this.#postAt(column + step[0], row + step[1]);
  }

  /** The posts from one to another, diagonals first; the first one is left out. */
  postsBetween(from: number, to: number): number[] {
    const posts: number[] = [];
    let [column, row] = this.#cell(from);
    const [lastColumn, lastRow] = this.#cell(to);
    while (column !== lastColumn || row !== lastRow) {
      column += Math.sign(lastColumn - column);
      row += Math.sign(lastRow - row);
      posts.push(row * this.facts.columns + column);
    }
    return posts;
  }

  // ---- links
  /** The two posts of a link. */
  endsOf(link: number): [number, number] {
    const post = Math.floor(link / LINES);
    return [post, this.neighbour(post, elementAt(this.facts.lines, link % LINES)) ?? post];
  }

  /** The link between two neighbouring posts, or null. */
  linkBetween(a: number, z: number): number | null {
    return this.#linkFrom(a, z) ?? this.#linkFrom(z, a);
  }

  /** What a link costs by the table of the facts; null where none can be built. */
  linkCost(link: number): number | null {
    const [column, row] = this.#cell(Math.floor(link / LINES));
    const digit = elementAt(elementAt(this.facts.costs, link % LINES), row).charAt(column);
    return digit === "-" ? null : parseInt(digit, 36);
  }

  // ---- cities
  /** The least number of posts from one city to another. */
  cityDistance(a: Pick<City, "posts">, z: Pick<City, "posts">): number {
    const gaps = a.posts.flatMap((one) => z.posts.map((other) => this.#gap(one, other)));
    return Math.min(...gaps);
  }

  #cell(post: number): Point {
    return [post % this.facts.columns, Math.floor(post / this.facts.columns)];
  }

  #postAt(column: number, row: number): number | null {
    const { columns, rows } = this.facts;
    const inside = column >= 0 && row >= 0 && column < columns && row < rows;
    return inside ? row * columns + column : null;
  }

  #linkFrom(from: number, to: number): number | null {
    const line = this.facts.lines.findIndex((direction) => this.neighbour(from, direction) === to);
    return line < 0 ? null : from * LINES + line;
  }

  #gap(one: number, other: number): number {
    const [x, y] = this.#cell(one);
    const [otherX, otherY] = this.#cell(other);
    return Math.max(Math.abs(x - otherX), Math.abs(y - otherY));
  }
}

/** The middle of a city. */
export function middleOf(city: Pick<City, "box">): Point {
  return [city.box[0], city.box[1]];
}

/** Links as they travel: the difference of each to the one before, in base 36. */
export function decodeLinks(text: string): number[] {
  let link = 0;
  return text === "" ? [] : text.split(" ").map((step) => (link += parseInt(step, 36)));
}

function clampedCell(cell: number, count: number): number {
  return Math.min(Math.max(Math.floor(cell), 0), count - 1);
}
