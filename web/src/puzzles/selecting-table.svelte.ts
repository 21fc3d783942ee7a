// A position to choose in: the same table to the components, but an action is only selected, and
// played nowhere. Whoever shows the table asks whether it is meant, and how good it is.
import { settings } from "../lib/settings.svelte";
import { Table } from "../lib/table.svelte";
import type { FamilyName, LogLine, Scene } from "../lib/wire";

/** A position as the seat that chooses sees it. */
export interface SeatView<F extends FamilyName = FamilyName> {
  names: string[];
  seat: number;
  scene: Scene<F>;
  said: LogLine[];
  asked: string;
  legal: string[];
}

export abstract class SelectingTable<F extends FamilyName = FamilyName> extends Table<F> {
  override readonly selects = true;
  /** What was selected: an action, or the key of something that is chosen beside the board. */
  picked = $state<string | null>(null);
  /** How often the choice has begun anew. */
  attempts = $state(0);

  /** Nothing else can be selected now. */
  abstract readonly settled: boolean;

  protected show({ names, seat, scene, said, asked, legal }: SeatView<F>): void {
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
    if (!this.settled) this.picked = answer;
  }

  /** An action and what follows it, such as its payment: the action is the answer. */
  override act(...notations: string[]): Promise<boolean> {
    this.select(notations[0] ?? null);
    return Promise.resolve(false);
  }

  override undo(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override plan(): Promise<null> {
    return Promise.resolve(null);
  }
}
