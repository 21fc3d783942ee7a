// Cards that fly from one place of the screen to another. Places are found by their data attributes.
import { mount, unmount } from "svelte";
import Card from "../lib/Card.svelte";
import { duration } from "../lib/settings.svelte";

export type CardPlace =
  { slot: number } | { deck: number } | { hand: string } | { seat: number } | { board: true };

const WIDTH = 46;
const HALF_HEIGHT = 32;

/** The selectors of a place, the best one first. */
function selectorsOf(place: CardPlace): string[] {
  if ("slot" in place) return [`[data-slot="${place.slot}"]`];
  if ("deck" in place) return [`[data-deck="${place.deck}"]`];
  if ("hand" in place) return [`[data-hand] [data-kind="${place.hand}"]`, "[data-hand]"];
  if ("seat" in place) return [`[data-seat="${place.seat}"]`];
  return ["[data-board]"];
}

function boxOf(place: CardPlace): DOMRect | null {
  for (const selector of selectorsOf(place)) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box && box.width > 0) return box;
  }
  return null;
}

/** Fly a card, face down without a kind. Does nothing while either place is out of sight. */
export async function flyCard(
  kind: string | null,
  from: CardPlace,
  to: CardPlace,
  delay = 0,
): Promise<void> {
  const start = boxOf(from);
  const end = boxOf(to);
  const time = duration(340);
  if (!start || !end || time === 0) return;
  const layer = cardLayer();
  const card = mount(Card, { target: layer, props: { kind, width: WIDTH } });
  const scale = "seat" in to || "board" in to ? " scale(0.45)" : "";
  const motion = layer.animate([{ transform: moveTo(start) }, { transform: moveTo(end) + scale }], {
    duration: time,
    delay,
    easing: "cubic-bezier(.3,.1,.2,1)",
    fill: "both",
  });
  await motion.finished.catch(() => undefined);
  void unmount(card);
  layer.remove();
}

function cardLayer(): HTMLElement {
  const layer = document.createElement("div");
  layer.className = "flying";
  const style = { position: "fixed", zIndex: "70", left: "0", top: "0", pointerEvents: "none" };
  Object.assign(layer.style, style);
  document.body.append(layer);
  return layer;
}

function moveTo(box: DOMRect): string {
  const x = box.left + box.width / 2 - WIDTH / 2;
  const y = box.top + box.height / 2 - HALF_HEIGHT;
  return `translate(${x}px, ${y}px)`;
}
