// A position to be solved. The server knows the answer and is asked once the selection is confirmed.
import type { PuzzlePosition, PuzzleSolution, PuzzleTrip } from "../generated/messages";
import { ask, post } from "../lib/http";
import { language } from "../lib/i18n.svelte";
import type { TableStart } from "../lib/table.svelte";
import type { FamilyName, LogLine, Scene, WhyAnswer } from "../lib/wire";
import { SelectingTable } from "./selecting-table.svelte";

/** A puzzle as the server sends it, with the types of its family. */
export type Puzzle<F extends FamilyName = FamilyName> = Omit<PuzzlePosition, "said" | "scene"> & {
  said: LogLine[];
  scene: Scene<F>;
};

export function fetchPuzzle<F extends FamilyName>(id: string): Promise<Puzzle<F>> {
  return ask<Puzzle<F>>(`/api/puzzles/${id}?language=${language()}`);
}

export class PuzzleTable<F extends FamilyName = FamilyName> extends SelectingTable<F> {
  puzzle: Puzzle<F>;
  solution = $state.raw<PuzzleSolution | null>(null);
  /** The answer is being checked. */
  checking = $state(false);

  constructor(puzzle: Puzzle<F>, start: TableStart<F>) {
    super(start);
    this.puzzle = $state.raw(puzzle);
    this.show(puzzle);
  }

  /** Trips are chosen beside the board: on it there is nothing to do. */
  get replay(): boolean {
    return this.puzzle.trips.length > 0;
  }

  get pickedTrip(): PuzzleTrip | null {
    return this.puzzle.trips.find(({ key }) => key === this.picked) ?? null;
  }

  get settled(): boolean {
    return this.solution !== null || this.checking;
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
    this.show(this.puzzle);
  }

  /** Everything in the language of now. */
  async translate(): Promise<void> {
    this.puzzle = await fetchPuzzle<F>(this.puzzle.id);
    this.show(this.puzzle);
    if (this.solution !== null && this.picked !== null)
      this.solution = await this.#solution(this.picked);
  }

  override why(notation: string): Promise<WhyAnswer> {
    const query = new URLSearchParams({ action: notation, language: language() });
    return ask<WhyAnswer>(`/api/puzzles/${this.puzzle.id}/why?${query.toString()}`);
  }
}
