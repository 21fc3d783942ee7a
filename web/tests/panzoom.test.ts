// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PanZoom } from "../src/lib/panzoom";

const SCREEN = { width: 800, height: 600 };
const SIZE = { width: 1600, height: 1200 };
const SVG = "http://www.w3.org/2000/svg";

let svg: SVGSVGElement;
let group: SVGGElement;
let panzoom: PanZoom;

beforeEach(() => {
  vi.useFakeTimers();
  svg = document.createElementNS(SVG, "svg");
  group = document.createElementNS(SVG, "g");
  Object.defineProperty(svg, "clientWidth", { value: SCREEN.width });
  Object.defineProperty(svg, "clientHeight", { value: SCREEN.height });
  svg.getBoundingClientRect = () => new DOMRect(0, 0, SCREEN.width, SCREEN.height);
  svg.setPointerCapture = () => undefined;
  svg.append(group);
  panzoom = new PanZoom(svg, group, { size: SIZE, most: 6 });
  nextFrame();
});

afterEach(() => {
  panzoom.destroy();
  vi.useRealTimers();
});

function nextFrame(): void {
  vi.advanceTimersToNextFrame();
}

function point(type: string, pointerId: number, x: number, y: number, pointerType = "mouse"): void {
  const init = { pointerId, clientX: x, clientY: y, button: 0, pointerType, bubbles: true };
  svg.dispatchEvent(new PointerEvent(type, init));
}

/** Where a point of the board is on the screen. */
function onScreen(x: number, y: number): [number, number] {
  const { view } = panzoom;
  return [view.x + x * view.scale, view.y + y * view.scale];
}

describe("fitting", () => {
  it("shows the whole board in the middle", () => {
    expect(panzoom.view).toEqual({ scale: 0.5, x: 0, y: 0 });
    expect(group.getAttribute("transform")).toBe("translate(0.00 0.00) scale(0.5000)");
  });
});

describe("zooming", () => {
  it("keeps the point under the pointer where it is", () => {
    const before = panzoom.at({ clientX: 200, clientY: 150 });
    panzoom.zoom(2, 200, 150);
    nextFrame();
    expect(panzoom.at({ clientX: 200, clientY: 150 })).toEqual(before);
    expect(panzoom.view.scale).toBe(1);
  });

  it("goes no nearer than allowed and no further than the whole board", () => {
    panzoom.zoom(1000);
    expect(panzoom.view.scale).toBe(3);
    panzoom.zoom(0.0001);
    expect(panzoom.view).toEqual({ scale: 0.5, x: 0, y: 0 });
  });

  it("works with the wheel and with keys", () => {
    svg.dispatchEvent(new WheelEvent("wheel", { deltaY: -9999, clientX: 0, clientY: 0 }));
    expect(panzoom.view.scale).toBeCloseTo(0.5 * Math.exp(0.25));
    expect(panzoom.key(new KeyboardEvent("keydown", { key: "0" }))).toBe(true);
    expect(panzoom.view.scale).toBe(0.5);
    expect(panzoom.key(new KeyboardEvent("keydown", { key: "+", ctrlKey: true }))).toBe(false);
    expect(panzoom.key(new KeyboardEvent("keydown", { key: "x" }))).toBe(false);
  });
});

describe("panning", () => {
  it("keeps some of the board in sight", () => {
    panzoom.zoom(4);
    panzoom.pan(99999, 99999);
    nextFrame();
    expect(onScreen(0, 0)).toEqual([320, 240]);
    panzoom.pan(-99999, -99999);
    nextFrame();
    expect(onScreen(SIZE.width, SIZE.height)).toEqual([480, 360]);
  });

  it("does not move a board that fits", () => {
    panzoom.pan(50, 50);
    expect(panzoom.view).toEqual({ scale: 0.5, x: 0, y: 0 });
  });

  it("reveals a point with room around it, and stays where it is in sight", () => {
    panzoom.zoom(4);
    const before = panzoom.view;
    panzoom.reveal(800, 600);
    expect(panzoom.view).toEqual(before);
    panzoom.reveal(1600, 600, 100);
    expect(onScreen(1600, 600)[0]).toBe(700);
  });
});

describe("dragging", () => {
  it("begins after a few pixels and swallows the click that ends it", () => {
    panzoom.zoom(4);
    const { x } = panzoom.view;
    const clicked = vi.fn();
    svg.addEventListener("click", clicked);
    point("pointerdown", 1, 400, 300);
    point("pointermove", 1, 403, 300);
    expect(panzoom.dragged).toBe(false);
    point("pointermove", 1, 420, 300);
    expect(panzoom.dragged).toBe(true);
    expect(panzoom.view.x).toBe(x + 20);
    point("pointerup", 1, 420, 300);
    group.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(clicked).not.toHaveBeenCalled();
    group.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(clicked).toHaveBeenCalledOnce();
  });

  it("allows a finger to shake more than a mouse", () => {
    point("pointerdown", 1, 400, 300, "touch");
    point("pointermove", 1, 408, 300, "touch");
    expect(panzoom.dragged).toBe(false);
  });

  it("leaves a press alone that somebody else wants", () => {
    panzoom.destroy();
    panzoom = new PanZoom(svg, group, { size: SIZE, ignore: () => true });
    point("pointerdown", 1, 400, 300);
    point("pointermove", 1, 500, 300);
    expect(panzoom.dragged).toBe(false);
  });
});

describe("pinching", () => {
  it("zooms by how far the fingers part, around the point between them", () => {
    point("pointerdown", 1, 300, 300, "touch");
    point("pointerdown", 2, 500, 300, "touch");
    point("pointermove", 2, 700, 300, "touch");
    expect(panzoom.view.scale).toBe(1);
    // the point between the fingers, (500, 300), stays
    expect(onScreen(1000, 600)).toEqual([500, 300]);
  });

  it("zooms back when the fingers close, not beyond the whole board", () => {
    point("pointerdown", 1, 300, 300, "touch");
    point("pointerdown", 2, 500, 300, "touch");
    point("pointermove", 2, 320, 300, "touch");
    expect(panzoom.view).toEqual({ scale: 0.5, x: 0, y: 0 });
  });

  it("pans with the finger that is left", () => {
    point("pointerdown", 1, 300, 300, "touch");
    point("pointerdown", 2, 500, 300, "touch");
    point("pointermove", 2, 700, 300, "touch");
    point("pointerup", 2, 700, 300, "touch");
    const { x, scale } = panzoom.view;
    point("pointermove", 1, 290, 300, "touch");
    expect(panzoom.view.x).toBe(x - 10);
    expect(panzoom.view.scale).toBe(scale);
  });
});
