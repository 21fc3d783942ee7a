// Shapes that are drawn many times: symbols of the colours, pieces and patterns of the seats, as in
// the engine's pictures, in the engine's colours.
import { INK, RAISED } from "../generated/palette";

export { COLOURS, GLOW, INK, RAISED, SEATS } from "../generated/palette";
export const DARK_SYMBOL = new Set(["orange", "white", "yellow", "pink", "grey"]);
const DARK_PATTERN = new Set([5, 7, 8]);

/** Around 0 0, about 10 across. */
export const SYMBOLS: Record<string, string> = {
  purple: "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
  blue: "M0-5.2L4.5 4H-4.5Z",
  orange: "M0-5.4L4.4 0L0 5.4L-4.4 0Z",
  white:
    "M-4.4 0A4.4 4.4 0 1 1 4.4 0A4.4 4.4 0 1 1-4.4 0ZM-2.6 0A2.6 2.6 0 1 0 2.6 0A2.6 2.6 0 1 0-2.6 0Z",
  green: "M-3.8-3.8H3.8V3.8H-3.8Z",
  yellow: "M0 -5.3L1.3 -1.8L5 -1.6L2.1 .7L3.1 4.3L0 2.2L-3.1 4.3L-2.1 .7L-5 -1.6L-1.3 -1.8Z",
  black: "M-1.6-4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
  red: "M0 5.2L4.5-4H-4.5Z",
  pink: "M0 4.7L-4.2.4C-6.2-2-3.6-5.6-.9-4Q-.3-3.6 0-2.9Q.3-3.6.9-4C3.6-5.6 6.2-2 4.2.4Z",
};
export const STAR =
  "M0-4.2L.7-1.8L3-3L1.8-.7L4.2 0L1.8.7L3 3L.7 1.8L0 4.2L-.7 1.8L-3 3L-1.8.7L-4.2 0L-1.8-.7L-3-3L-.7-1.8Z";
/** The ring of the wild mark: colour and sector. */
export const RING: [string, string][] = [
  ["red", "M0 0L0-6.2A6.2 6.2 0 0 1 5.4-3.1Z"],
  ["orange", "M0 0L5.4-3.1A6.2 6.2 0 0 1 5.4 3.1Z"],
  ["yellow", "M0 0L5.4 3.1A6.2 6.2 0 0 1 0 6.2Z"],
  ["green", "M0 0L0 6.2A6.2 6.2 0 0 1-5.4 3.1Z"],
  ["blue", "M0 0L-5.4 3.1A6.2 6.2 0 0 1-5.4-3.1Z"],
  ["purple", "M0 0L-5.4-3.1A6.2 6.2 0 0 1 0-6.2Z"],
];

export function symbolInk(colour: string): string {
  return DARK_SYMBOL.has(colour) ? INK : RAISED;
}

/** The colour of a kind of card: `white-ship`, `red-harbour` and `green-double` are white, red and green. */
export function colourOf(kind: string): string {
  return kind.replace(/-.*/, "");
}

/** What a kind of card has beside its colour: ship, double or harbour. */
export function markOf(kind: string): string | null {
  return kind.includes("-") ? kind.slice(kind.indexOf("-") + 1) : null;
}

/** The marks on a seat's piece, around 0 0, about 32 by 11; the first seat is plain. */
export const PATTERNS: string[] = [
  "",
  [-14.4, -10.4, 10.4, 14.4].map((x) => `M${x}-5.4V5.4`).join(""),
  [-14.4, -9.6, 9.6, 14.4].map((x) => `M${x}-3.6h.01M${x} 3.6h.01`).join(""),
  [-16, -11.6, 7.4, 11.8].map((x) => `M${x}-5L${x + 4.4} 0L${x} 5`).join(""),
  [-15.6, 8.6]
    .map((x) => `M${x}-4.8L${x + 7} 4.8M${x + 7}-4.8L${x} 4.8M${x - 0.4} 0H${x + 7.4}`)
    .join(""),
  [-16.4, 8.4].map((x) => `M${x}-3H${x + 8}M${x} 3H${x + 8}`).join(""),
  [-15.2, -12.2, -9.2, 9.2, 12.2, 15.2].map((x) => `M${x}-5V5`).join(""),
  [-15.4, 8.6].map((x) => `M${x}-3.4L${x + 6.8} 3.4M${x + 6.8}-3.4L${x} 3.4`).join(""),
  [-16.4, 8.4].map((x) => `M${x}-2.6q2-3.6 4 0t4 0M${x} 3.4q2-3.6 4 0t4 0`).join(""),
];
export function patternInk(seat: number): string {
  return seat === 2 || DARK_PATTERN.has(seat) ? INK : RAISED;
}
export function patternWidth(seat: number): number {
  return seat === 2 ? 2.7 : 1.7;
}

export const SPACE = { long: 35, high: 13.5 };

/** The outline of a space: rounded on land, like a hull with two blunt ends on water. */
export function outline(
  kind: "space" | "ship",
  long = SPACE.long,
  high = SPACE.high,
  c = 3.4,
): string {
  const x = long / 2,
    y = high / 2;
  if (kind === "ship") {
    return `M${-x} 0C${-x} ${-y * 1.1} ${-x * 0.6} ${-y} 0 ${-y}S${x} ${-y * 1.1} ${x} 0S${x * 0.6} ${y} 0 ${y}S${-x} ${y * 1.1} ${-x} 0Z`;
  }
  return `M${c - x} ${-y}H${x - c}Q${x} ${-y} ${x} ${c - y}V${y - c}Q${x} ${y} ${x - c} ${y}H${c - x}Q${-x} ${y} ${-x} ${y - c}V${c - y}Q${-x} ${-y} ${c - x} ${-y}Z`;
}

/** A ship seen from above: a round stern and a pointed bow. */
export function hull(long = SPACE.long + 1.6, high = SPACE.high + 2.2): string {
  const x = long / 2,
    y = high / 2;
  return `M${-x} ${-y * 0.5}Q${-x} ${-y} ${6 - x} ${-y}H${x - 12}Q${x - 4} ${-y * 0.8} ${x + 1} 0Q${x - 4} ${y * 0.8} ${x - 12} ${y}H${6 - x}Q${-x} ${y} ${-x} ${y * 0.5}Z`;
}
