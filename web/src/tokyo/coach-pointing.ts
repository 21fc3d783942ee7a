// The coach's ring on the map: finds a target, and brings it into sight once.
import { pointing } from "../learn/pointing.svelte";
import type { PanZoom } from "../lib/panzoom";
import { isPartOfWay, spotOf } from "./coach-targets";
import type { TokyoModel } from "./model.svelte";
import type { Box } from "./types";

const LEAST_PITCH = 11; // pixels between two posts: a finger has to meet one
const ROOM = 90; // pixels to the edge of the map

/** Find the coach's targets on the map until the returned function is called. */
export function pointOnMap(model: TokyoModel, panzoom: PanZoom, map: Element): () => void {
  let shown: readonly string[] = [];
  let place = "";
  return pointing.addFinder((target) => {
    const spot = isPartOfWay(target, pointing.targets) ? null : spotOf(model, target);
    if (spot === null) return null;
    if (spot === "plan") return document.querySelector("[data-target=plan]");
    const [x, y] = spot;
    if (shown !== pointing.targets || place !== `${x} ${y}`)
      bringIntoSight(panzoom, spot, model.facts.pitch);
    shown = pointing.targets;
    place = `${x} ${y}`;
    return onScreen(panzoom, map.getBoundingClientRect(), spot);
  });
}

function bringIntoSight(panzoom: PanZoom, [x, y]: Box, pitch: number): void {
  const wanted = LEAST_PITCH / (pitch * panzoom.view.scale);
  if (wanted > 1) panzoom.zoom(wanted);
  panzoom.reveal(x, y, ROOM);
}

/** Where a part of the map is on the screen; null if its middle is out of sight. */
function onScreen(panzoom: PanZoom, map: DOMRect, [x, y, width, height]: Box): DOMRect | null {
  const { scale } = panzoom.view;
  const across = panzoom.view.x + x * scale;
  const down = panzoom.view.y + y * scale;
  if (across < 0 || down < 0 || across > map.width || down > map.height) return null;
  const [wide, high] = [width * scale, height * scale];
  return new DOMRect(map.x + across - wide / 2, map.y + down - high / 2, wide, high);
}
