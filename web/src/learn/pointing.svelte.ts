// What the coach points at. Lessons, hints and solutions say which targets are meant; the ring
// (Ring.svelte) lies over the first of them that is on the page. A target is an action in notation
// or a place: see `targets.ts`.

/** How a family finds what is no element of its own, such as a post on a map. */
export type Finder = (target: string) => Element | DOMRect | null;

/** A target that is on the page, and where. */
export interface Found {
  target: string;
  box: DOMRect;
}

class Pointing {
  #targets = $state.raw<readonly string[]>([]);
  /** What the ring lies over now. */
  found = $state.raw<Found | null>(null);
  /** How often somebody has asked to be shown; the ring then comes from further away. */
  calls = $state(0);
  readonly finders = new Set<Finder>();

  get targets(): readonly string[] {
    return this.#targets;
  }

  /** Point at the first of the targets that is on the page, as soon as it is. */
  show(targets: readonly string[]): void {
    if (targets.join("\n") === this.#targets.join("\n")) return;
    this.#targets = targets;
    if (targets.length === 0) this.found = null;
  }

  /** Point, and draw the eye there. */
  call(targets: readonly string[]): void {
    this.show(targets);
    this.calls += 1;
  }

  clear(): void {
    this.show([]);
  }

  /** Add a way to find things; returns the function that takes it back. */
  addFinder(finder: Finder): () => void {
    this.finders.add(finder);
    return () => {
      this.finders.delete(finder);
    };
  }
}

export const pointing = new Pointing();
