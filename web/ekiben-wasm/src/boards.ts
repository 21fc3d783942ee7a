// Boards in the module's memory: each lies there once, for as long as a game is played on it.

import type { Catalogue, Options } from "./data.js";
import type { Kernels } from "./kernels.js";
import type { MemoryArray } from "./memory.js";

export class Boards {
  readonly #boards = new Map<string, Board>();

  constructor(
    readonly kernels: Kernels,
    readonly catalogue: Catalogue,
  ) {}

  /** The board of a game with these options, to be released by whoever asked for it. */
  take(name: string, options: Options): Board {
    const key = JSON.stringify([name, Object.entries(options).sort()]);
    const known = this.#boards.get(key);
    if (known !== undefined) return known.take();
    const array = this.kernels.bytes(this.catalogue.board(name, options));
    const board = new Board(array, () => this.#boards.delete(key));
    this.#boards.set(key, board);
    return board.take();
  }
}

export class Board {
  #users = 0;

  constructor(
    readonly array: MemoryArray,
    readonly forget: () => void,
  ) {}

  take(): this {
    this.#users += 1;
    return this;
  }

  /** Gives the memory back when nobody uses the board any more. */
  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.forget();
    this.array.free();
  }
}
