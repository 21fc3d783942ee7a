// A review that is still being worked out: asked for again until it is done.
import { HttpProblem } from "../lib/http";
import { t } from "../lib/i18n.svelte";
import type { Source } from "../lib/replay-table.svelte";
import { pause } from "../lib/table.svelte";
import { fetchReview } from "./fetch-review";
import type { Review } from "./types";

const FIRST_PAUSE = 500; // milliseconds between two questions; it grows
const LONGEST_PAUSE = 4000;
const GROWTH = 1.3;
// how long failures in a row are put up with; compiling, once after an update, takes minutes
const PATIENCE = 30_000;
const PREPARING_PATIENCE = 300_000;

export class WorkingReview {
  review = $state.raw<Review | null>(null);
  problem = $state("");
  /** Why the server is not ready for reviews yet, in its words; it is asked again. */
  preparing = $state("");
  /** Counts the calls of `follow`: an answer for an earlier one comes too late. */
  #calls = 0;
  #passes = 0;
  /** When the first of the failures in a row was. */
  #failedAt: number | null = null;

  constructor(readonly source: Source) {}

  /** How much of it is worked out, from 0 to 1. */
  get done(): number {
    return this.review?.done ?? 0;
  }

  /** Ask until all is worked out; what is shown stays until another answer comes. */
  async follow(seat: number | null): Promise<void> {
    const call = ++this.#calls;
    this.#passes = 0;
    this.#failedAt = null;
    for (let wait = FIRST_PAUSE; call === this.#calls; wait = longer(wait)) {
      const over = await this.#ask(seat, call);
      if (over) return;
      await pause(wait);
    }
  }

  /** Ask once; returns true if there is nothing more to ask. */
  async #ask(seat: number | null, call: number): Promise<boolean> {
    try {
      const review = await fetchReview(this.source, seat, this.#passes);
      return call !== this.#calls || this.#show(review);
    } catch (error) {
      return call !== this.#calls || this.#fail(error);
    }
  }

  #show(review: Review): boolean {
    this.review = review;
    this.problem = "";
    this.#passes = review.passes;
    this.preparing = "";
    this.#failedAt = null;
    return review.done >= 1;
  }

  #fail(error: unknown): boolean {
    this.#failedAt ??= Date.now();
    this.preparing = preparingText(error);
    const patience = this.preparing ? PREPARING_PATIENCE : PATIENCE;
    if (isPassing(error) && Date.now() - this.#failedAt < patience) return false;
    this.preparing = "";
    this.problem =
      error instanceof HttpProblem && error.message ? error.message : t("web.connection.none");
    return true;
  }

  close(): void {
    this.#calls += 1;
  }
}

function longer(wait: number): number {
  return Math.min(wait * GROWTH, LONGEST_PAUSE);
}

function preparingText(error: unknown): string {
  return error instanceof HttpProblem && error.code === "preparing" ? error.message : "";
}

/** Whether it is worth asking again: the network failed, or the server is busy. */
function isPassing(error: unknown): boolean {
  return error instanceof HttpProblem && [0, 429, 503].includes(error.status);
}
