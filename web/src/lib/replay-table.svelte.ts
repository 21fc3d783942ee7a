// A game that was played, position by position: the same table to the components, with nothing to do.
import type { Film, Step as Played } from "../generated/messages";
import { ask, post } from "./http";
import { language } from "./i18n.svelte";
import { factsOf } from "./live-table.svelte";
import { Table } from "./table.svelte";
import type { Because, Facts, Position, Said, Scene } from "./wire";

type Step = Omit<Played, "said"> & { said: Said[] };
export type Frames = Omit<Film, "said" | "steps"> & { said: Said[]; steps: Step[] };

/** Where frames come from: a record in hand, or a table of the server. */
export type Source = { record: string } | { table: string };
/** All open, a spectator's, or a seat's. */
export type Eyes = "all" | "none" | number;

/** Without eyes: all open where the asker may see that, else a spectator's. */
export function framesOf(source: Source, eyes?: Eyes): Promise<Frames> {
  const query = new URLSearchParams({ language: language() });
  if (eyes !== undefined) query.set("eyes", String(eyes));
  if ("record" in source) return post<Frames>(`/api/replays?${query}`, source.record);
  return ask<Frames>(`/api/tables/${source.table}/replay?${query}`);
}

export class ReplayTable extends Table {
  override get replay(): boolean { return true; }
  ply = $state(0);
  plies = $state(0);
  eyes = $state<Eyes>("none");
  #frames: Frames;
  #scenes: Scene[] = [];
  #goal = 0;

  constructor(frames: Frames, facts: Facts) {
    super();
    this.game = frames.game;
    this.family = facts.family as "routes" | "lattice";
    this.options = frames.options;
    this.facts = facts;
    this.sit({ names: frames.names, kinds: frames.names.map(() => "person"), levels: frames.names.map(() => null), present: frames.names.map(() => true) });
    this.#frames = frames;
    this.load(frames);
  }

  static async open(source: Source, eyes?: Eyes): Promise<ReplayTable> {
    const frames = await framesOf(source, eyes);
    return new ReplayTable(frames, await factsOf(frames));
  }

  /** The same game with other eyes or in another language, at the same ply. */
  load(frames: Frames): void {
    this.#frames = frames;
    this.plies = frames.steps.length;
    this.#scenes = [frames.start];
    for (const step of frames.steps) this.#scenes.push({ ...this.#scenes.at(-1)!, ...step.changed });
    this.eyes = (frames.eyes ?? "none") as Eyes;
    this.me = typeof this.eyes === "number" ? this.eyes : null;
    this.go(Math.min(this.ply, this.plies));
  }

  get action(): string { return this.ply === 0 ? "" : (this.#frames.steps[this.ply - 1]?.action ?? ""); }
  get mover(): number | null { return this.ply === 0 ? null : (this.#frames.steps[this.ply - 1]?.seat ?? null); }

  /** Show a position at once. */
  go(ply: number): void {
    this.ply = this.#goal = Math.max(0, Math.min(ply, this.plies));
    const said = this.#frames.steps.slice(0, this.ply).flatMap((step) => step.said);
    this.reset(this.#scenes[this.ply]!, { ...this.#place(this.ply), said: [...this.#frames.said, ...said] });
  }

  /** Show the next action as it was played. */
  forward(): void {
    if (this.#goal >= this.plies) return;
    const step = this.#frames.steps[this.#goal]!;
    this.ply = ++this.#goal;
    this.enqueue({ type: "update", ...this.#place(this.ply), changed: step.changed, said: step.said, by: step.action });
  }

  #place(ply: number): Position {
    const { asked, next } = this.#frames.steps[ply - 1] ?? this.#frames;
    return { seq: ply, asked, seat: next, legal: [], undo: false, over: this.#frames.over && ply === this.plies, clocks: null };
  }

  async act(): Promise<boolean> { return false; }
  async undo(): Promise<boolean> { return false; }
  async why(notation: string): Promise<Because> { return { action: notation, legal: false, clause: null, text: "", short: null }; }
  async plan(): Promise<Record<string, unknown>> { return { ok: false }; }
}
