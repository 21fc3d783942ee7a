// Where the targets of the coach are on the map. Track and runs are planned by choosing where to, and
// done by the button of the plan: a target that is planned already is at that button.
import { elementAt } from "../lib/lists";
import type { Lattice } from "./lattice";
import type { Choice } from "./model.svelte";
import type { Box, City } from "./types";

/** What of the page says where things are; the model has it all. */
export interface MapState {
  readonly lattice: Lattice;
  readonly choice: Choice | null;
  readonly own: { at: number } | null;
  readonly me: number | null;
  readonly tracks: readonly number[][];
}

/** On the map, or at the button that does what is planned. */
export type Spot = Box | "plan";

const POST = 26; // how wide the ring around a post is, on the map
const TRAIN = 44;
const ROOM = 10; // around a city

/** Where a target is; null for what the map knows nothing of. */
export function spotOf(model: MapState, target: string): Spot | null {
  const [verb = "", first = "", second = ""] = target.split(" ");
  const [kind, name = ""] = target.split(":");
  if (kind === "city") return cityBox(model, name);
  if (kind === "post") return postBox(model, model.lattice.postOf(name));
  if (kind === "to") return plansTo(model, name) ? "plan" : cityBox(model, name);
  if (target === "train") return postBox(model, ownPost(model), TRAIN);
  if (plans(model, target)) return "plan";
  if (verb === "place") return placeBox(model, first, second);
  if (verb === "build") return postBox(model, farEnd(model, first, second));
  return verb === "step" ? postBox(model, nextPost(model, first)) : null;
}

/** A single step or link, where the whole way is meant as well: people choose where to. */
export function isPartOfWay(target: string, targets: readonly string[]): boolean {
  return /^(step|build|place) /.test(target) && targets.some((one) => one.startsWith("to:"));
}

// ---- what is planned
/** True if what is planned leads to a city. */
function plansTo(model: MapState, id: string): boolean {
  const { choice } = model;
  if (choice === null || choice.kind === "none") return false;
  return cityOf(model, id)?.posts.includes(choice.post) === true && isReady(model);
}

/** True if what is planned begins with this step, builds this link, or places the train there. */
function plans(model: MapState, action: string): boolean {
  const { choice } = model;
  if (choice?.kind === "place") return choice.action === action;
  if (choice?.kind !== "way" || !isReady(model)) return false;
  const now = choice.plan.actions.slice(0, choice.plan.now);
  return choice.plan.kind === "run" ? now[0] === action : now.includes(action);
}

function isReady({ choice }: MapState): boolean {
  return choice?.kind === "place" || (choice?.kind === "way" && choice.plan.now > 0);
}

// ---- places
function cityOf({ lattice }: MapState, id: string): City | undefined {
  return lattice.facts.cities.find((city) => city.id === id);
}

function cityBox(model: MapState, id: string): Box | null {
  const box = cityOf(model, id)?.box;
  return box ? [box[0], box[1], box[2] + ROOM, box[3] + ROOM] : null;
}

function postBox(model: MapState, post: number | null, size = POST): Box | null {
  return post === null ? null : [...model.lattice.pointOf(post), size, size];
}

/** A city of several posts as a whole: any of them will do. */
function placeBox(model: MapState, id: string, post: string): Box | null {
  return cityBox(model, id) ?? postBox(model, model.lattice.postOf(post));
}

function ownPost({ own }: MapState): number | null {
  return own && own.at >= 0 ? own.at : null;
}

function nextPost(model: MapState, direction: string): number | null {
  const at = ownPost(model);
  return at === null ? null : model.lattice.neighbour(at, direction);
}

/** The end of a link that the viewer's track has still to reach; null once it is built. */
function farEnd(model: MapState, id: string, direction: string): number | null {
  const { lattice, tracks, me } = model;
  const near = lattice.postOf(id);
  const far = near === null ? null : lattice.neighbour(near, direction);
  if (near === null || far === null) return null;
  const link = lattice.linkBetween(near, far);
  if (link === null || tracks.some((links) => links.includes(link))) return null;
  const own = me === null ? [] : elementAt(tracks, me).flatMap((one) => lattice.endsOf(one));
  return own.includes(far) && !own.includes(near) ? near : far;
}
