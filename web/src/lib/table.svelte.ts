// A table as its viewer sees it: what a game's components draw from and act through. It knows no
// rule: `legal` lists what can be done, and why() asks the server about everything else.
import { untrack } from "svelte";
import type { SheetLine } from "../generated/messages";
import { spokenSentence } from "./sentences";
import { settings } from "./settings.svelte";
import type {
  Facts,
  FamilyName,
  LessonStep,
  LogLine,
  Planned,
  Played,
  PlanQuestion,
  Position,
  Refused,
  Scene,
  Seats,
  Update,
  WhyAnswer,
} from "./wire";

export type Moment = "before" | "after";
/** Called before and after an update changes the scene; the table waits for what it returns. */
export type Listener = (played: Played, moment: Moment) => unknown;

/** The scores told so far, by seat, and the line of a seat's sheet that is being told. */
export interface CeremonyState {
  scores: number[];
  now: { seat: number; line: SheetLine } | null;
}

/** What a table is opened with. */
export interface TableStart<F extends FamilyName> {
  game: string;
  options: Record<string, unknown>;
  facts: Facts<F>;
  /** Verbs of small actions that come many in a row: five of them are shown in the time of one. */
  quickVerbs: ReadonlySet<string>;
}

const PAUSES = { full: 650, short: 220, off: 0 };
const BACKLOG = 8; // with more updates than this waiting, the oldest are shown at once
const QUICK_SHARE = 5;
const LONGEST_ANIMATION = 4000;

export abstract class Table<F extends FamilyName = FamilyName> {
  readonly game: string;
  readonly options: Record<string, unknown>;
  readonly facts: Facts<F>;
  /** True for a game that was played: nothing can be done at it. */
  abstract readonly replay: boolean;
  /** An action is only selected: whoever shows the table asks whether it is meant. */
  readonly selects: boolean = false;
  /** What the viewer sees; null until the first snapshot. */
  scene = $state.raw<Scene<F> | null>(null);
  asked = $state<string | null>(null);
  /** The seat to act. */
  seat = $state<number | null>(null);
  /** The seat through whose eyes this browser looks. */
  me = $state<number | null>(null);
  /** All seats this browser may play. */
  held = $state.raw<number[]>([]);
  legal = $state.raw<string[]>([]);
  legalSet = $derived(new Set(this.legal));
  log = $state.raw<LogLine[]>([]);
  over = $state(false);
  canUndo = $state(false);
  names = $state.raw<string[]>([]);
  kinds = $state.raw<Seats["kinds"]>([]);
  levels = $state.raw<(string | null)[]>([]);
  present = $state.raw<boolean[]>([]);
  /** Seats whose clock has run out: a bot plays for them to the end. */
  timedOut = $state.raw<boolean[]>([]);
  /** Seats that were told a good move. */
  assisted = $state.raw<boolean[]>([]);
  /** Where a bot may play on by agreement, who has to agree, and who does. */
  handovers = $state.raw<Seats["handovers"]>([]);
  /** When each seat's person left, in milliseconds of this browser's clock. */
  awaySince = $state.raw<number[]>([]);
  /** How many pages without a seat are open. */
  watching = $state(0);
  clocks = $state.raw<number[] | null>(null);
  seq = $state(-1);
  busy = $state(false);
  /** Where the viewer is in a lesson. */
  lesson = $state.raw<LessonStep | null>(null);
  announcement = $state("");
  /** How far the end of the game has been told; null before that, and once all is told. */
  ceremony = $state.raw<CeremonyState | null>(null);
  /** This viewer is asked; false while a bot plays for them. */
  mine = $derived.by(() => this.#isMine());
  #legalByVerb = $derived(groupByVerb(this.legal));
  #quickVerbs: ReadonlySet<string>;
  #listeners = new Set<Listener>();
  #queue: Update<F>[] = [];
  /** Counts the whole positions: an update that was on its way to an earlier one is dropped. */
  #positions = 0;
  #running = false;
  #shown: Promise<void> = Promise.resolve();

  constructor(start: TableStart<F>) {
    this.game = start.game;
    this.options = start.options;
    this.facts = start.facts;
    this.#quickVerbs = start.quickVerbs;
  }

  abstract act(...notations: string[]): Promise<boolean>;
  abstract undo(): Promise<boolean>;
  abstract why(notation: string): Promise<WhyAnswer>;
  /** Ask for a plan; null when no answer came. */
  abstract plan(question: PlanQuestion): Promise<Planned | Refused | null>;

  /** The scene, for components that are shown only once there is one. */
  get shownScene(): Scene<F> {
    if (this.scene === null) throw new Error("the table has no scene yet");
    return this.scene;
  }

  /** The legal actions of a verb, as notation. */
  byVerb(verb: string): string[] {
    return this.#legalByVerb.get(verb) ?? [];
  }

  /** Have a screen reader say something; a changed blank makes it say the same again. */
  announce(text: string): void {
    const before = untrack(() => this.announcement);
    this.announcement = before === text ? `${text}\u00a0` : text;
  }

  /** Announce a sentence of the server, which has marks in it. */
  announceSentence(text: string): void {
    this.announce(
      spokenSentence(
        text,
        untrack(() => this.names),
      ),
    );
  }

  /** Call a listener for every update that is shown; returns the function that stops it. */
  onUpdate(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** True when no update waits to be shown. */
  get idle(): boolean {
    return !this.#running && this.#queue.length === 0;
  }

  /** Resolves when everything that has arrived is shown. */
  shown(): Promise<void> {
    return this.#shown;
  }

  seatName(seat: number | null): string {
    return seat === null ? "" : (this.names[seat] ?? String(seat + 1));
  }

  protected setSeats(seats: Seats): void {
    this.names = seats.names;
    this.kinds = seats.kinds;
    this.levels = seats.levels;
    this.present = seats.present;
    this.timedOut = seats.timed_out;
    this.assisted = seats.assisted;
    this.handovers = seats.handovers;
    this.awaySince = seats.away.map((seconds) => Date.now() - seconds * 1000);
    this.watching = seats.watching;
  }

  /** Several people share this screen. */
  get hotSeat(): boolean {
    return this.held.length > 1;
  }

  /** Show a whole position at once and drop the updates that were waiting: they are part of it. */
  protected showPosition(scene: Scene<F>, position: Position & { said: LogLine[] }): void {
    this.#queue = [];
    this.#positions += 1;
    this.scene = scene;
    this.log = position.said;
    this.#setPosition(position);
  }

  protected enqueue(update: Update<F>): void {
    this.#queue.push(update);
    if (!this.#running) this.#shown = this.#showQueue();
  }

  #isMine(): boolean {
    const { seat } = this;
    const mine = seat !== null && seat === this.me && this.kinds[seat] !== "bot";
    return mine && !this.over && !this.replay;
  }

  #setPosition(position: Position): void {
    this.asked = position.asked;
    this.seat = position.seat;
    this.legal = position.legal;
    this.canUndo = position.undo;
    this.over = position.over;
    this.clocks = position.clocks;
    this.lesson = position.lesson;
    this.seq = position.seq;
  }

  async #showQueue(): Promise<void> {
    this.#running = true;
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      const position = this.#positions;
      const share = this.#quickVerbs.has(verbOf(update.by ?? "")) ? QUICK_SHARE : 1;
      const animated = !document.hidden && this.#queue.length <= BACKLOG * share;
      if (animated) await this.#notify(update, "before");
      if (position !== this.#positions) continue;
      this.#apply(update);
      if (animated) await this.#notify(update, "after");
      if (animated && this.#queue.length > 0) await pause(PAUSES[settings.motion] / share);
    }
    this.#running = false;
  }

  #apply(update: Update<F>): void {
    if (this.scene === null || update.seq <= this.seq) return;
    this.scene = { ...this.scene, ...update.changed };
    const known = new Set(this.log.map((line) => line.n));
    this.log = [...this.log, ...update.said.filter((line) => !known.has(line.n))];
    this.#setPosition(update);
  }

  async #notify(played: Played, moment: Moment): Promise<void> {
    const waits = [...this.#listeners].map(async (listener) => {
      await listener(played, moment);
    });
    await Promise.race([Promise.allSettled(waits), pause(LONGEST_ANIMATION)]);
  }
}

/** The first word of an action's notation. */
export function verbOf(notation: string): string {
  const end = notation.indexOf(" ");
  return end < 0 ? notation : notation.slice(0, end);
}

function groupByVerb(legal: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const notation of legal) {
    const verb = verbOf(notation);
    const group = groups.get(verb);
    if (group) group.push(notation);
    else groups.set(verb, [notation]);
  }
  return groups;
}

export function pause(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
