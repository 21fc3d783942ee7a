// Where things of a lattice are: posts, links, cities, and the luggage tags beside them. Geometry only.
import type { Box, City, LatticeFacts, Point } from "./types";

export const STEPS: Record<string, Point> = { n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1] };

export class Lattice {
  readonly width: number;
  readonly height: number;
  readonly cityAt = new Map<number, number>();
  readonly ferryAt = new Map<number, number>();

  constructor(readonly facts: LatticeFacts) {
    this.width = facts.columns * facts.pitch;
    this.height = facts.rows * facts.pitch;
    facts.cities.forEach((city, number) => { for (const post of city.posts) this.cityAt.set(post, number); });
    facts.ferries.forEach((ferry, number) => { this.ferryAt.set(ferry.a, number).set(ferry.z, number); });
  }

  at(post: number): Point {
    const { columns, pitch } = this.facts;
    return [((post % columns) + 0.5) * pitch, (Math.floor(post / columns) + 0.5) * pitch];
  }

  name(post: number): string { return `r${Math.floor(post / this.facts.columns)}c${post % this.facts.columns}`; }

  number(name: string): number | null {
    const found = /^r(\d+)c(\d+)$/i.exec(name.trim());
    if (!found) return null;
    const [row, column] = [Number(found[1]), Number(found[2])];
    return row < this.facts.rows && column < this.facts.columns ? row * this.facts.columns + column : null;
  }

  /** The post nearest to a point of the sheet. */
  near(x: number, y: number): number {
    const { columns, rows, pitch } = this.facts;
    const column = Math.min(Math.max(Math.floor(x / pitch), 0), columns - 1);
    return Math.min(Math.max(Math.floor(y / pitch), 0), rows - 1) * columns + column;
  }

  far(post: number, x: number, y: number): number {
    const [px, py] = this.at(post);
    return Math.hypot(px - x, py - y);
  }

  neighbour(post: number, direction: string): number | null {
    const { columns, rows } = this.facts;
    const [across, down] = STEPS[direction]!;
    const [column, row] = [(post % columns) + across, Math.floor(post / columns) + down];
    return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : null;
  }

  /** Posts from one to another, king's moves as straight as can be; the first left out. */
  between(from: number, to: number): number[] {
    const { columns } = this.facts;
    const found: number[] = [];
    let [column, row] = [from % columns, Math.floor(from / columns)];
    const [x, y] = [to % columns, Math.floor(to / columns)];
    while (column !== x || row !== y) {
      column += Math.sign(x - column);
      row += Math.sign(y - row);
      found.push(row * columns + column);
    }
    return found;
  }

  ends(link: number): [number, number] {
    const post = Math.floor(link / 4);
    return [post, this.neighbour(post, this.facts.lines[link % 4]!) ?? post];
  }

  /** The link between two neighbouring posts. */
  link(a: number, z: number): number | null {
    for (const [from, to] of [[a, z], [z, a]] as [number, number][]) {
      const line = this.facts.lines.findIndex((direction) => this.neighbour(from, direction) === to);
      if (line >= 0) return from * 4 + line;
    }
    return null;
  }

  /** What a link costs by the table of the facts; null where none can be built. */
  cost(link: number): number | null {
    const post = Math.floor(link / 4);
    const digit = this.facts.costs[link % 4]![Math.floor(post / this.facts.columns)]![post % this.facts.columns]!;
    return digit === "-" ? null : parseInt(digit, 36);
  }

  middle(city: City): Point { return [city.box[0], city.box[1]]; }

  /** Posts from one city to another as the crow flies. */
  apart(a: City, z: City): number {
    const { columns } = this.facts;
    const gap = (one: number, two: number): number =>
      Math.max(Math.abs((one % columns) - (two % columns)), Math.abs(Math.floor(one / columns) - Math.floor(two / columns)));
    return Math.min(...a.posts.flatMap((one) => z.posts.map((two) => gap(one, two))));
  }
}

/** Links as they travel: the steps from one to the next, in base 36. */
export function linksOf(text: string): number[] {
  let link = 0;
  return text === "" ? [] : text.split(" ").map((step) => (link += parseInt(step, 36)));
}

/** A hand's line between two posts: a little off the straight, always in the same way. */
export function crayon([ax, ay]: Point, [zx, zy]: Point, link: number): string {
  const off = (((link * 7919) % 17) - 8) / 5;
  const [ux, uy] = [(zx - ax) / 30, (zy - ay) / 30];
  return `M${ax} ${ay}Q${((ax + zx) / 2 - uy * off).toFixed(1)} ${((ay + zy) / 2 + ux * off).toFixed(1)} ${zx} ${zy}`;
}

/** A curve from one place to another that ends before the city, and its head. */
export function arrow(start: Point, city: City): { line: string; head: string } | null {
  const [x, y, w, h] = city.box;
  const long = Math.hypot(x - start[0], y - start[1]);
  const stop = Math.max(w, h) / 2 + 6;
  if (long < stop + 14) return null;
  const control: Point = [(start[0] + x) / 2 + (y - start[1]) * 0.13, (start[1] + y) / 2 - (x - start[0]) * 0.13];
  const [ux, uy] = unit(control, [x, y]);
  const tip: Point = [x - ux * stop, y - uy * stop];
  const back: Point = [tip[0] - 10 * ux, tip[1] - 10 * uy];
  const point = (one: Point): string => `${one[0].toFixed(1)} ${one[1].toFixed(1)}`;
  return {
    line: `M${point(start)}Q${point(control)} ${point(back)}`,
    head: `M${point(tip)}L${point([back[0] - 4.5 * uy, back[1] + 4.5 * ux])}L${point([back[0] + 4.5 * uy, back[1] - 4.5 * ux])}Z`,
  };
}

function unit(from: Point, to: Point): Point {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
}

/** Finds lattice for labels beside things, so that they cover as little as can be. */
export class LabelPlacer {
  constructor(readonly width: number, readonly height: number, readonly taken: Box[]) {}

  beside(thing: Box, width: number, height: number): Box {
    let best: Box = [thing[0], thing[1], width, height];
    let least = Infinity;
    for (const [x, y, calm] of spots(thing, width, height)) {
      const cost = this.cost([x, y, width, height]) + calm;
      if (cost < least) [best, least] = [[x, y, width, height], cost];
    }
    this.taken.push(best);
    return best;
  }

  cost(box: Box): number {
    const edge = Math.max(0, box[2] / 2 + 6 - Math.min(box[0], this.width - box[0])) + Math.max(0, box[3] / 2 + 6 - Math.min(box[1], this.height - box[1]));
    return this.taken.reduce((sum, one) => sum + overlap(box, one), edge * 4);
  }
}

function overlap(a: Box, b: Box): number {
  const across = (a[2] + b[2]) / 2 + 1.5 - Math.abs(a[0] - b[0]);
  const down = (a[3] + b[3]) / 2 + 1.5 - Math.abs(a[1] - b[1]);
  return across > 0 && down > 0 ? Math.min(across, down) : 0;
}

function* spots([x, y, w, h]: Box, width: number, height: number): Generator<[number, number, number]> {
  for (const gap of [2.5, 9, 18, 30]) {
    const [right, down] = [(w + width) / 2 + gap, (h + height) / 2 + gap * 0.6];
    for (const along of [0, -7, 7, -14, 14]) {
      yield [x + right, y + along, gap * 0.1];
      yield [x - right, y + along, gap * 0.1];
    }
    for (const along of [0, -0.3, 0.3, -0.5, 0.5]) {
      yield [x + along * (width + w), y - down, gap * 0.1];
      yield [x + along * (width + w), y + down, gap * 0.1];
    }
  }
}
