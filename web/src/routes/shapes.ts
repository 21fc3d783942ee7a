// Shapes of the route games' boards, as in the engine's pictures.

export const HOUSE = "M-9.5 9.5V-3.5L0-11.5L9.5-3.5V9.5Z";
export const QUAY =
  "M0-9.5A9.5 9.5 0 1 1 0 9.5A9.5 9.5 0 1 1 0-9.5ZM0-9.5V-13M-4-13H4M-12.5 3Q-11 11.5 0 13.5Q11 11.5 12.5 3";
export const ANCHOR = "M0-4.4V4M-2.6-2.2H2.6M-4.2.8Q-3.8 4 0 4.4Q3.8 4 4.2.8";
export const LONG = 35;
export const HIGH = 13.5;
export const CITY = 6.5;
/** The half of a tunnel's mouth is this far from its middle. */
export const MOUTH = "M-1-10Q4.6-10 4.6 0T-1 10Z";

/** A line between two cities, slightly bent so that it lies beside a straight route. */
export function arcBetween([x, y]: [number, number], [tx, ty]: [number, number]): string {
  const [mx, my] = [(x + tx) / 2 - (ty - y) * 0.08, (y + ty) / 2 + (tx - x) * 0.08];
  return `M${x} ${y}Q${mx} ${my} ${tx} ${ty}`;
}

/** A point of that line, from 0 at its start to 1 at its end. */
export function arcPoint(
  [x, y]: [number, number],
  [tx, ty]: [number, number],
  part: number,
): [number, number] {
  const bend = 0.16 * part * (1 - part);
  return [x + (tx - x) * part - (ty - y) * bend, y + (ty - y) * part + (tx - x) * bend];
}
