// The box: which games there are, new games, random play.

import { Boards } from "./boards.js";
import { Catalogue, type GameData, type Options, type PackageData } from "./data.js";
import { EkibenError } from "./errors.js";
import { Game } from "./game.js";
import { Holdings } from "./holdings.js";
import type { Kernels } from "./kernels.js";
import { folder, loadKernels, type LoadOptions, readBytes, readJson } from "./load.js";
import { drawSeed, seedWords } from "./seeds.js";
import { Workspace } from "./workspace.js";

export interface NewGame {
  /** 2 if not given. */
  seats?: number;
  /** A whole number below 2 ** 128; drawn from the system's randomness if not given. */
  seed?: number | bigint;
  /** Rules by name; `about(game).options` lists them. */
  options?: Options;
}

/** The scores of random games, and how many decisions each took. */
export interface Playouts {
  scores: number[][];
  lengths: number[];
}

/** Loads the module and the data of all games. */
export async function loadEkiben(options: LoadOptions = {}): Promise<Ekiben> {
  const base = folder(options);
  const [kernels, data, content] = await Promise.all([
    loadKernels(options),
    readJson("games.json", base),
    readBytes("games.bin", base),
  ]);
  return new Ekiben(kernels, new Catalogue(data as PackageData, content));
}

export class Ekiben {
  readonly #boards: Boards;
  readonly #workspaces = new Map<string, Workspace>();

  constructor(
    readonly kernels: Kernels,
    readonly catalogue: Catalogue,
  ) {
    this.#boards = new Boards(kernels, catalogue);
  }

  /** The version that module and data are of. */
  get version(): string {
    return this.catalogue.data.ekiben;
  }

  games(): string[] {
    return Object.keys(this.catalogue.data.games);
  }

  /** Seats, options, actions, questions, names and observations of a game. */
  about(name: string): GameData {
    return this.catalogue.game(name);
  }

  newGame(name: string, { seats = 2, seed, options = {} }: NewGame = {}): Game {
    const { family } = this.#aboutSeats(name, seats);
    const words = seedWords(seed ?? drawSeed());
    const held = this.#hold(name, options);
    this.kernels.call(`${family}_start_many`, held.board.array, held.state, 0, 1, seats, words, 0);
    return this.#game(name, seats, options, held);
  }

  /** A game that goes on from the bytes of `game.save()`, with the options it had. */
  restoreGame(name: string, saved: Uint8Array, options: Options = {}): Game {
    const about = this.about(name);
    if (saved.length !== this.catalogue.family(about).stateSize)
      throw new EkibenError(`this is no saved game of ${name}: it has ${saved.length} bytes`);
    const seats = this.catalogue.layout(name, about.seats[1]).number(saved, "seats");
    this.#aboutSeats(name, seats);
    const held = this.#hold(name, options);
    held.state.write(saved);
    return this.#game(name, seats, options, held);
  }

  /** Plays random games to the end; game i has the seed `seed + i`. */
  playouts(name: string, count: number, { seats = 2, seed = 0, options = {} }: NewGame = {}): Playouts {
    const { family } = this.#aboutSeats(name, seats);
    const board = this.#boards.take(name, options);
    const scores = { data: new BigInt64Array(count * seats), shape: [count, seats] };
    const lengths = new BigInt64Array(count);
    const games = [this.#workspace(name).state, 0, new Uint8Array(0), 0, count, seats] as const;
    try {
      this.kernels.call(`${family}_playouts_many`, board.array, ...games, seedWords(seed), scores, lengths);
    } finally {
      board.release();
    }
    return { scores: rowsOf(scores.data, seats), lengths: Array.from(lengths, Number) };
  }

  #hold(name: string, options: Options): Holdings {
    const board = this.#boards.take(name, options);
    const { stateSize } = this.catalogue.family(this.about(name));
    return new Holdings(board, this.kernels.array("uint8", stateSize));
  }

  #game(name: string, seats: number, options: Options, held: Holdings): Game {
    const layout = this.catalogue.layout(name, seats);
    const about = this.about(name);
    const setting = { name, seats, options, about, layout, workspace: this.#workspace(name) };
    return new Game(setting, this.kernels, held);
  }

  #aboutSeats(name: string, seats: number): GameData {
    const about = this.about(name);
    const [fewest, most] = about.seats;
    if (Number.isInteger(seats) && seats >= fewest && seats <= most) return about;
    throw new EkibenError(`${name} is for ${fewest} to ${most} seats, not ${seats}`);
  }

  #workspace(name: string): Workspace {
    const known = this.#workspaces.get(name);
    if (known !== undefined) return known;
    const made = new Workspace(this.kernels, this.catalogue, this.about(name));
    this.#workspaces.set(name, made);
    return made;
  }
}

function rowsOf(values: BigInt64Array, columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, row) =>
    Array.from(values.subarray(row * columns, (row + 1) * columns), Number),
  );
}
