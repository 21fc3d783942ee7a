// Where a turn goes on the map, read off its actions.
import type { Lattice } from "./lattice";

/** The posts that a train passes, the first being where it starts, and the links that are built. */
export interface TripPath {
  posts: number[];
  links: number[];
}

/** The way of a turn's actions from the post at which the train stands; below 0 it is not placed yet. */
export function tripPath(lattice: Lattice, start: number, actions: readonly string[]): TripPath {
  const posts = start < 0 ? [] : [start];
  const links: number[] = [];
  for (const action of actions) {
    const post = nextPost(lattice, posts.at(-1), action);
    if (post !== null) posts.push(post);
    const link = builtLink(lattice, action);
    if (link !== null) links.push(link);
  }
  return { posts, links };
}

function nextPost(lattice: Lattice, at: number | undefined, action: string): number | null {
  const [verb = "", first = "", second = ""] = action.split(" ");
  if (verb === "place") return placed(lattice, first, second);
  if (verb === "step" && at !== undefined) return lattice.neighbour(at, first);
  if (verb === "board" && at !== undefined) return farPort(lattice, at);
  return null;
}

/** `place <city>` or `place <city> <post>`, where a city has several posts; or a post alone. */
function placed(lattice: Lattice, place: string, post: string): number | null {
  const city = lattice.facts.cities.find(({ id }) => id === place);
  return lattice.postOf(post || place) ?? city?.posts[0] ?? null;
}

/** The other end of the ferry that leaves here. */
function farPort(lattice: Lattice, at: number): number | null {
  const ferry = lattice.facts.ferries[lattice.ferryAt.get(at) ?? -1];
  if (!ferry) return null;
  return ferry.a === at ? ferry.z : ferry.a;
}

function builtLink(lattice: Lattice, action: string): number | null {
  const [verb, id = "", direction = ""] = action.split(" ");
  const post = verb === "build" ? lattice.postOf(id) : null;
  const far = post === null ? null : lattice.neighbour(post, direction);
  return post === null || far === null ? null : lattice.linkBetween(post, far);
}

/** The head of an arrow at the end of a way. */
export function arrowHead(lattice: Lattice, posts: readonly number[]): string {
  const [from, to] = posts.slice(-2).map((post) => lattice.pointOf(post));
  if (!from || !to) return "";
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const side = (sign: number): string =>
    `L${(to[0] - 8 * x - sign * 9 * y).toFixed(1)} ${(to[1] - 8 * y + sign * 9 * x).toFixed(1)}`;
  return `M${(to[0] + 8 * x).toFixed(1)} ${(to[1] + 8 * y).toFixed(1)}${side(1)}${side(-1)}Z`;
}

/** Where a turn ends on the map: the last post of a run, else of what is built, else where it stands. */
export function endOf(lattice: Lattice, { posts, links }: TripPath): number | undefined {
  const built = links.at(-1);
  if (posts.length > 1 || built === undefined) return posts.at(-1);
  return lattice.endsOf(built)[1];
}
