// A table as its viewer sees it: what a game's components draw from and act through. It knows no rule:
// what can be done is in `legal`, everything else is asked with why().
import { untrack } from "svelte";
import { spoken } from "./sentences";
import { settings } from "./settings.svelte";
import type { Because, Facts, Position, Said, Scene, Seats, Update } from "./wire";

export type Moment = "before" | "after";
/** Called twice for each update: before the scene changes and after; what it returns is waited for. */
export type Listener = (update: Update, moment: Moment) => void | Promise<unknown>;

const PAUSES = { full: 650, short: 220, off: 0 };
const BACKLOG = 8;          // with more updates than this waiting, the old ones are shown at once
const QUICK = /^(step|build)\b/;   // small actions of which many come in a row: five of them take as long as one other
const PATIENCE = 4000;      // the longest an animation is waited for

export abstract class Table {
  /** A game that was played: there is nothing to do. */
  get replay(): boolean { return false; }
  game = $state("");
  family = $state<"routes" | "lattice">("routes");
  options = $state.raw<Record<string, unknown>>({});
  facts = $state.raw<Facts>({});
  scene = $state.raw<Scene>({});
  asked = $state<string | null>(null);
  seat = $state<number | null>(null);
  me = $state<number | null>(null);
  held = $state.raw<number[]>([]);
  legal = $state.raw<string[]>([]);
  legalSet = $derived(new Set(this.legal));
  said = $state.raw<Said[]>([]);
  over = $state(false);
  canUndo = $state(false);
  names = $state.raw<string[]>([]);
  kinds = $state.raw<Seats["kinds"]>([]);
  levels = $state.raw<(string | null)[]>([]);
  present = $state.raw<boolean[]>([]);
  clocks = $state.raw<number[] | null>(null);
  seq = $state(-1);
  busy = $state(false);
  announcement = $state("");
  /** Mine to answer now; not while a bot plays for me. */
  mine = $derived(this.seat !== null && this.seat === this.me && this.kinds[this.seat] !== "bot" && !this.over && !this.replay);
  #verbs = $derived(grouped(this.legal));
  #listeners = new Set<Listener>();
  #queue: Update[] = [];
  #running = false;
  #shown: Promise<void> = Promise.resolve();

  abstract act(...notations: string[]): Promise<boolean>;
  abstract undo(): Promise<boolean>;
  abstract why(notation: string): Promise<Because>;
  abstract plan(question: Record<string, unknown>): Promise<Record<string, unknown>>;

  /** The legal actions of a verb, as notation. */
  byVerb(verb: string): string[] { return this.#verbs.get(verb) ?? []; }

  /** Say something to who listens instead of looking. */
  announce(text: string): void { this.announcement = untrack(() => this.announcement) === text ? `${text}\u00a0` : text; }

  /** The same for a sentence of the server, which has marks. */
  announceSentence(text: string): void { this.announce(spoken(text, untrack(() => this.names))); }

  /** Animate updates; returns what ends it. */
  onUpdate(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => { this.#listeners.delete(listener); };
  }

  /** Nothing waits to be shown. */
  get idle(): boolean { return !this.#running && this.#queue.length === 0; }

  /** When all that has come is shown. */
  shown(): Promise<void> { return this.#shown; }

  seatName(seat: number | null): string { return seat === null ? "" : (this.names[seat] ?? String(seat + 1)); }

  protected sit(seats: Partial<Seats>): void {
    if (seats.names) this.names = seats.names;
    if (seats.kinds) this.kinds = seats.kinds;
    if (seats.levels) this.levels = seats.levels;
    if (seats.present) this.present = seats.present;
  }

  /** Show a whole position at once; what was still to be shown is in it. */
  protected reset(scene: Scene, rest: Position & { said: Said[] }): void {
    this.#queue = [];
    this.scene = scene;
    this.said = rest.said;
    this.settle(rest);
  }

  protected enqueue(update: Update): void {
    this.#queue.push(update);
    if (!this.#running) this.#shown = this.#run();
  }

  protected settle(rest: Position): void {
    this.asked = rest.asked;
    this.seat = rest.seat;
    this.legal = rest.legal;
    this.canUndo = rest.undo;
    this.over = rest.over;
    this.clocks = rest.clocks;
    this.seq = rest.seq;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      const share = QUICK.test(update.by ?? "") ? 5 : 1;
      const shown = !document.hidden && this.#queue.length <= BACKLOG * share;
      if (shown) await this.#tell(update, "before");
      this.#apply(update);
      if (shown) await this.#tell(update, "after");
      if (shown && this.#queue.length > 0) await pause(PAUSES[settings.motion] / share);
    }
    this.#running = false;
  }

  #apply(update: Update): void {
    if (update.seq <= this.seq) return;
    this.scene = { ...this.scene, ...update.changed };
    const known = new Set(this.said.map((one) => one.n));
    this.said = [...this.said, ...update.said.filter((one) => !known.has(one.n))];
    this.settle(update);
  }

  async #tell(update: Update, moment: Moment): Promise<void> {
    const waits = [...this.#listeners].map(async (one) => one(update, moment));
    await Promise.race([Promise.allSettled(waits), pause(PATIENCE)]);
  }
}

function grouped(legal: string[]): Map<string, string[]> {
  const verbs = new Map<string, string[]>();
  for (const one of legal) {
    const verb = one.split(" ", 1)[0]!;
    const there = verbs.get(verb);
    if (there) there.push(one);
    else verbs.set(verb, [one]);
  }
  return verbs;
}

export function pause(milliseconds: number): Promise<void> {
  return milliseconds <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, milliseconds));
}
