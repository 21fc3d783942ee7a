// A game that was played, position by position: the same table to the components, with nothing to do.
import type { Replay, ReplayStep } from "../generated/messages";
import { ask, post } from "./http";
import { language } from "./i18n.svelte";
import { Table, type TableStart } from "./table.svelte";
import type { FamilyName, LogLine, Position, Scene, Update, WhyAnswer } from "./wire";

type Frame<F extends FamilyName> = Omit<ReplayStep, "said" | "changed"> &
  Pick<Update<F>, "said" | "changed">;
/** A whole game: the first position, and what every action changed. */
export type Frames<F extends FamilyName = FamilyName> = Omit<
  Replay,
  "said" | "steps" | "start" | "eyes"
> & { said: LogLine[]; steps: Frame<F>[]; start: Scene<F>; eyes: Eyes | null };

/** Where frames come from: a record in hand, or a table of the server, which may be a deal's. */
export type Source = { record: string } | { table: string; deal?: string };
/** Whose view is shown: everything, a spectator's, or a seat's. */
export type Eyes = "all" | "none" | number;

/** Fetch the frames; without eyes, everything if the asker may see it, else a spectator's view. */
export function fetchFrames<F extends FamilyName>(source: Source, eyes?: Eyes): Promise<Frames<F>> {
  const query = new URLSearchParams({ language: language() });
  if (eyes !== undefined) query.set("eyes", String(eyes));
  const asked = query.toString();
  if ("record" in source) return post<Frames<F>>(`/api/replays?${asked}`, source.record);
  const from = source.deal === undefined ? "/api" : `/api/deals/${source.deal}`;
  return ask<Frames<F>>(`${from}/tables/${source.table}/replay?${asked}`);
}

export class ReplayTable<F extends FamilyName = FamilyName> extends Table<F> {
  readonly replay = true;
  ply = $state(0);
  plies = $state(0);
  eyes = $state<Eyes>("none");
  #frames: Frames<F>;
  #scenes: Scene<F>[] = [];
  /** The ply after all updates that still wait to be shown. */
  #goal = 0;

  constructor(
    readonly source: Source,
    frames: Frames<F>,
    start: TableStart<F>,
  ) {
    super(start);
    const { names } = frames;
    this.setSeats({
      names,
      kinds: names.map(() => "person"),
      levels: names.map(() => null),
      present: names.map(() => true),
      timed_out: names.map(() => false),
      assisted: names.map(() => false),
      away: names.map(() => 0),
      handovers: names.map(() => null),
      watching: 0,
    });
    this.#frames = frames;
    this.#load(frames);
  }

  /** Show the same game with other eyes, and in the language of now, at the same ply. With
      everything open, a seat may stay the viewer's own. */
  async lookAs(eyes: Eyes, own: number | null = null): Promise<void> {
    this.#load(await fetchFrames<F>(this.source, eyes));
    this.me ??= own;
  }

  #load(frames: Frames<F>): void {
    this.#frames = frames;
    this.plies = frames.steps.length;
    this.#scenes = scenesOf(frames);
    this.eyes = frames.eyes ?? "none";
    this.me = typeof this.eyes === "number" ? this.eyes : null;
    this.go(this.ply);
  }

  /** The action that led to this position, in words with marks. */
  get told(): string {
    return this.#frames.steps[this.ply - 1]?.told ?? "";
  }

  /** The whole game was played to its end. */
  get finished(): boolean {
    return this.#frames.over;
  }

  get mover(): number | null {
    return this.#frames.steps[this.ply - 1]?.seat ?? null;
  }

  /** Show a position at once. */
  go(ply: number): void {
    const goal = Math.max(0, Math.min(ply, this.plies));
    this.ply = goal;
    this.#goal = goal;
    const { said, steps, start } = this.#frames;
    const log = [...said, ...steps.slice(0, goal).flatMap((step) => step.said)];
    this.showPosition(this.#scenes[goal] ?? start, { ...this.#position(goal), said: log });
  }

  /** Show the next action as it was played. */
  forward(): void {
    const step = this.#frames.steps[this.#goal];
    if (!step) return;
    this.#goal += 1;
    this.ply = this.#goal;
    const { changed, said, action } = step;
    const position = this.#position(this.ply);
    this.enqueue({ type: "update", ...position, changed, said, by: action, revealed: false });
  }

  #position(ply: number): Position {
    const { asked, next } = this.#frames.steps[ply - 1] ?? this.#frames;
    const over = this.#frames.over && ply === this.plies;
    const rest = { legal: [], undo: false, clocks: null, lesson: null };
    return { seq: ply, asked, seat: next, over, ...rest };
  }

  override act(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override undo(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override why(notation: string): Promise<WhyAnswer> {
    const nothing = { clause: null, text: "", short: null, section: null };
    return Promise.resolve({ action: notation, legal: false, ...nothing });
  }

  override plan(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** The scene of every ply: the first one, then each step's changes over the one before. */
function scenesOf<F extends FamilyName>({ start, steps }: Frames<F>): Scene<F>[] {
  let scene = start;
  const later = steps.map((step) => (scene = { ...scene, ...step.changed }));
  return [start, ...later];
}
