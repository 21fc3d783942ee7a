// A position to be solved: the same table to the components, but an action is only selected, and
// played nowhere. The server knows the answer and is asked once the selection is confirmed.
import type { PuzzlePosition, PuzzleSolution, PuzzleTrip } from "../generated/messages";
import { ask, post } from "../lib/http";
import { language } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import { Table, type TableStart } from "../lib/table.svelte";
import type { FamilyName, LogLine, Scene, WhyAnswer } from "../lib/wire";

/** A puzzle as the server sends it, with the types of its family. */
export type Puzzle<F extends FamilyName = FamilyName> = Omit<PuzzlePosition, "said" | "scene"> & {
  said: LogLine[];
  scene: Scene<F>;
};

export function fetchPuzzle<F extends FamilyName>(id: string): Promise<Puzzle<F>> {
  return ask<Puzzle<F>>(`/api/puzzles/${id}?language=${language()}`);
}

export class PuzzleTable<F extends FamilyName = FamilyName> extends Table<F> {
  override readonly selects = true;
  puzzle: Puzzle<F>;
  /** What was selected: an action, or the key of a trip. */
  picked = $state<string | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** The answer is being checked. */
  checking = $state(false);
  /** How often the solver has begun again. */
  attempts = $state(0);

  constructor(puzzle: Puzzle<F>, start: TableStart<F>) {
    super(start);
    this.puzzle = $state.raw(puzzle);
    this.#show(puzzle);
  }

  /** Trips are chosen beside the board: on it there is nothing to do. */
  get replay(): boolean {
    return this.puzzle.trips.length > 0;
  }

  get pickedTrip(): PuzzleTrip | null {
    return this.puzzle.trips.find(({ key }) => key === this.picked) ?? null;
  }

  #show(puzzle: Puzzle<F>): void {
    this.puzzle = puzzle;
    const { names, seat, scene, said, asked, legal } = puzzle;
    this.me = seat;
    this.held = [seat];
    this.setSeats({
      names: names.map((name, at) => (at === seat && settings.name ? settings.name : name)),
      kinds: names.map((_, at) => (at === seat ? "person" : "bot")),
      levels: names.map(() => null),
      present: names.map(() => true),
      timed_out: names.map(() => false),
      away: names.map(() => 0),
      handovers: names.map(() => null),
      watching: 0,
      assisted: [],
    });
    const position = { asked, seat, legal, undo: false, over: false, lesson: null };
    this.showPosition(scene, { ...position, seq: this.attempts, said, clocks: null });
  }

  select(answer: string | null): void {
    if (this.solution === null && !this.checking) this.picked = answer;
  }

  /** Ask whether the selection is right. */
  async check(): Promise<PuzzleSolution | null> {
    const answer = this.picked;
    if (answer === null || this.checking) return null;
    this.checking = true;
    try {
      this.solution = await this.#solution(answer);
      return this.solution;
    } finally {
      this.checking = false;
    }
  }

  #solution(answer: string): Promise<PuzzleSolution> {
    const path = `/api/puzzles/${this.puzzle.id}/answer?language=${language()}`;
    return post<PuzzleSolution>(path, { answer });
  }

  tryAgain(): void {
    this.solution = null;
    this.picked = null;
    this.attempts += 1;
    this.#show(this.puzzle);
  }

  /** Everything in the language of now. */
  async translate(): Promise<void> {
    this.#show(await fetchPuzzle<F>(this.puzzle.id));
    if (this.solution !== null && this.picked !== null)
      this.solution = await this.#solution(this.picked);
  }

  /** An action and what follows it, such as its payment: the action is the answer. */
  override act(...notations: string[]): Promise<boolean> {
    this.select(notations[0] ?? null);
    return Promise.resolve(false);
  }

  override undo(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override why(notation: string): Promise<WhyAnswer> {
    const query = new URLSearchParams({ action: notation, language: language() });
    return ask<WhyAnswer>(`/api/puzzles/${this.puzzle.id}/why?${query.toString()}`);
  }

  override plan(): Promise<null> {
    return Promise.resolve(null);
  }
}
