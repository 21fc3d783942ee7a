// Cards that travel: from where they were to where they are. Elements are found by what they stand for.
import { mount, unmount } from "svelte";
import Card from "../lib/Card.svelte";
import { duration } from "../lib/settings.svelte";

export type Stand = { slot: number } | { deck: number } | { hand: string } | { seat: number } | { board: true };

function selectors(stand: Stand): string[] {
  if ("slot" in stand) return [`[data-slot="${stand.slot}"]`];
  if ("deck" in stand) return [`[data-deck="${stand.deck}"]`];
  if ("hand" in stand) return [`[data-hand] [data-kind="${stand.hand}"]`, "[data-hand]"];
  if ("seat" in stand) return [`[data-seat="${stand.seat}"]`];
  return ["[data-board]"];
}

function where(stand: Stand): DOMRect | null {
  for (const selector of selectors(stand)) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box && box.width > 0) return box;
  }
  return null;
}

/** Fly a card from one place to another; face down without a kind. Does nothing when either is not in sight. */
export async function fly(kind: string | null, from: Stand, to: Stand, delay = 0): Promise<void> {
  const [start, end] = [where(from), where(to)], time = duration(340);
  if (!start || !end || time === 0) return;
  const layer = document.createElement("div");
  layer.className = "flying";
  Object.assign(layer.style, { position: "fixed", zIndex: "70", left: "0", top: "0", pointerEvents: "none" });
  document.body.append(layer);
  const card = mount(Card, { target: layer, props: { kind, width: 46 } });
  const at = (box: DOMRect): string => `translate(${box.left + box.width / 2 - 23}px, ${box.top + box.height / 2 - 32}px)`;
  const scale = "seat" in to || "board" in to ? " scale(0.45)" : "";
  const motion = layer.animate([{ transform: at(start) }, { transform: at(end) + scale }], { duration: time, delay, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" });
  await motion.finished.catch(() => undefined);
  void unmount(card);
  layer.remove();
}
