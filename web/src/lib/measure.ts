// How wide words are in the fonts of this machine.

/** The width of words, as a multiple of the size of their letters. */
export type Measure = (words: string, weight: number) => number;

const SIZE = 100; // pixels: large, so that nothing is lost to rounding
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null = null;

export const measureWords: Measure = (words, weight) => {
  const key = `${weight} ${words}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  canvas ??= document.createElement("canvas").getContext("2d");
  if (canvas === null) return words.length;
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  canvas.font = `${weight} ${SIZE}px ${family}`;
  const width = canvas.measureText(words).width / SIZE;
  widths.set(key, width);
  return width;
};
