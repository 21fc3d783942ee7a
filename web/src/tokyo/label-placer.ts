// Finds places for the tags of jobs, so that they cover as little as possible.
import type { Box } from "./types";

const MARGIN = 6; // from the rim of the map
const GAP = 1.5; // between two boxes

export class LabelPlacer {
  /** `taken`: what is on the map already; every label that is placed joins it. */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly taken: Box[],
  ) {}

  /** Place a label beside a thing, where it overlaps least; of equal places the nearer one. */
  placeBeside(thing: Box, width: number, height: number): Box {
    let best: Box = [thing[0], thing[1], width, height];
    let least = Infinity;
    for (const [x, y, penalty] of candidates(thing, width, height)) {
      const cost = this.costOf([x, y, width, height]) + penalty;
      if (cost >= least) continue;
      best = [x, y, width, height];
      least = cost;
    }
    this.taken.push(best);
    return best;
  }

  /** How much a box overlaps what is taken, and how far it leaves the map. */
  costOf(box: Box): number {
    const [x, y, width, height] = box;
    const beyondX = Math.max(0, width / 2 + MARGIN - Math.min(x, this.width - x));
    const beyondY = Math.max(0, height / 2 + MARGIN - Math.min(y, this.height - y));
    const outside = (beyondX + beyondY) * 4;
    return this.taken.reduce((cost, other) => cost + overlap(box, other), outside);
  }
}

function overlap(one: Box, other: Box): number {
  const across = (one[2] + other[2]) / 2 + GAP - Math.abs(one[0] - other[0]);
  const down = (one[3] + other[3]) / 2 + GAP - Math.abs(one[1] - other[1]);
  return across > 0 && down > 0 ? Math.min(across, down) : 0;
}

/** Points around a thing, near ones first, each with a small penalty for its distance. */
function* candidates(
  [x, y, thingWidth, thingHeight]: Box,
  width: number,
  height: number,
): Generator<[x: number, y: number, penalty: number]> {
  for (const gap of [2.5, 9, 18, 30]) {
    const right = (thingWidth + width) / 2 + gap;
    const down = (thingHeight + height) / 2 + gap * 0.6;
    for (const along of [0, -7, 7, -14, 14]) {
      yield [x + right, y + along, gap * 0.1];
      yield [x - right, y + along, gap * 0.1];
    }
    for (const along of [0, -0.3, 0.3, -0.5, 0.5]) {
      yield [x + along * (width + thingWidth), y - down, gap * 0.1];
      yield [x + along * (width + thingWidth), y + down, gap * 0.1];
    }
  }
}
