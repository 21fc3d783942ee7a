// A review as its screen shows it: which seat, what it knew or the truth, and the choice in sight.
import type { ReplayTable } from "../lib/replay-table.svelte";
import type { FamilyName } from "../lib/wire";
import { betterOf, choiceAt, isBefore, nextFault } from "./choices";
import { curveOf, pointAt, seatReview, type CurvePoint } from "./curve";
import type { Alternative, Belief, Choice, Moment, Outlook, Review, SeatReview, Surprise } from "./types";
import { WorkingReview } from "./working-review.svelte";

export class ReviewState<F extends FamilyName = FamilyName> {
  readonly work: WorkingReview;
  seat = $state(0);
  /** Everything is shown as it was, not as the seat knew it. */
  truth = $state(false);
  /** The better move is shown on the board. */
  showsBetter = $state(true);
  /** The seat whose likely tickets are on the board; null for none. */
  suspected = $state<number | null>(null);
  /** The alternative that is pointed at. */
  pointed = $state.raw<Alternative | null>(null);

  data = $derived.by<Review | null>(() => this.work.review);
  own = $derived.by<SeatReview | null>(
    () => (this.data && seatReview(this.data, this.seat)) ?? null,
  );
  choices = $derived.by<Choice[]>(() => this.own?.choices ?? []);
  /** The choices are judged; first there is only the curve. */
  judged = $derived.by(() => this.choices.length > 0 || (this.own !== null && this.work.done >= 1));
  choice = $derived.by<Choice | null>(() => choiceAt(this.choices, this.table.ply));
  /** The choice is still to be made in the position that is shown. */
  before = $derived.by(() => this.choice !== null && isBefore(this.choice, this.table.ply));
  /** What to show on the board instead of what was played. */
  better = $derived.by<Alternative | null>(
    () => this.pointed ?? (this.choice && betterOf(this.choice)),
  );
  curve = $derived.by<CurvePoint[]>(() =>
    this.data ? curveOf(this.data, this.seat, this.truth) : [],
  );
  outlook = $derived.by<Outlook | null>(() => pointAt(this.curve, this.table.ply)?.outlook ?? null);
  moment = $derived.by<Moment | null>(() => pointAt(this.own?.moments ?? [], this.table.ply));
  /** How surprising the move was that led here. */
  surprise = $derived.by<Surprise | null>(
    () => this.own?.surprises.find(({ at }) => at === this.table.ply - 1) ?? null,
  );

  constructor(
    readonly table: ReplayTable<F>,
    seat: number,
  ) {
    this.seat = seat;
    this.work = new WorkingReview(table.source);
  }

  beliefOf(seat: number): Belief | null {
    return this.moment?.beliefs.find((belief) => belief.seat === seat) ?? null;
  }

  /** Look from a seat, with what it knew or with everything open, in the language of now. */
  async look(seat: number, truth: boolean): Promise<void> {
    await this.table.lookAs(truth ? "all" : seat, seat);
    const other = seat !== this.seat;
    this.seat = seat;
    this.truth = truth;
    this.pointed = null;
    if (this.suspected === seat) this.suspected = null;
    if (other) void this.work.follow(seat);
  }

  /** Everything in the language of now. */
  async translate(): Promise<void> {
    await this.table.lookAs(this.truth ? "all" : this.seat, this.seat);
    void this.work.follow(this.seat);
  }

  /** Go to the next costly choice, or the one before; false where there is none. */
  goToFault(step: 1 | -1): boolean {
    const fault = nextFault(this.choices, this.table.ply, step);
    if (fault) this.table.go(fault.at);
    return fault !== null;
  }
}
