// How far the server of this page is: shown while it starts, and when it cannot.
import type { Failed, Progress, Stage } from "./protocol";

class Engine {
  stage = $state<Stage>("download");
  /** From 0 to 1. */
  part = $state(0);
  ready = $state(false);
  failure = $state.raw<Failed | null>(null);
  #settle: () => void = () => undefined;
  /** Done when the server has started or failed for the first time. */
  readonly settled = new Promise<void>((done) => (this.#settle = done));
  /** Start again after a failure; set by whoever has the server. */
  retry: () => void = () => undefined;

  get percent(): number {
    return Math.min(99, Math.round(this.part * 100));
  }

  advance({ stage, part }: Progress["progress"]): void {
    this.stage = stage;
    this.part = Math.max(this.part, part);
  }

  finish(): void {
    this.part = 1;
    this.ready = true;
    this.failure = null;
    this.#settle();
  }

  fail(failure: Failed): void {
    this.failure = failure;
    this.ready = false;
    this.#settle();
  }

  /** Nothing is there any more; what follows starts from the beginning. */
  reset(): void {
    this.stage = "download";
    this.part = 0;
    this.ready = false;
    this.failure = null;
  }
}

export const engine = new Engine();
