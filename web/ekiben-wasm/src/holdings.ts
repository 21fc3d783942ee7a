// What a game holds of the module's memory: given back when asked for, or when the game is gone.

import type { Board } from "./boards.js";
import type { MemoryArray } from "./memory.js";

export class Holdings {
  #isFree = false;

  constructor(
    readonly board: Board,
    readonly state: MemoryArray,
  ) {}

  get isFree(): boolean {
    return this.#isFree;
  }

  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.state.free();
    this.board.release();
  }
}

const abandoned = new FinalizationRegistry((holdings: Holdings) => holdings.free());

/** Frees the holdings once their owner is no longer reachable. */
export function freeWithOwner(owner: object, holdings: Holdings): void {
  abandoned.register(owner, holdings);
}
