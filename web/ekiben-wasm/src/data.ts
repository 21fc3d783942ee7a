// What games.json tells of the games. Python writes it; nothing of it is known here.

import { EkibenError } from "./errors.js";
import { type Field, Layout } from "./layout.js";

/** Some bytes of games.bin: where they begin, and how many there are. */
type Place = [at: number, length: number];

export type OptionValue = string | number | boolean | null;
export type Options = Record<string, OptionValue>;

/** An option: its values, the default first, and the runs of bytes that each changes in a board. */
export interface Option {
  name: string;
  values: OptionValue[];
  changes: number[][][];
}

/** Rows of features, one byte each. */
export interface ObservationBlock {
  name: string;
  /** Where the block begins in an observation. */
  start: number;
  rows: number;
  /** The names of the columns, and the number that counts as 1.0 in each. */
  features: string[];
  most: number[];
}

export interface PlannerCall {
  kernel: string;
  arguments: (number | "board" | "tables" | "memory" | "state")[];
  tables: Place;
  memoryStart: Place;
  memorySize: number;
  kept: number;
}

export interface FamilyData {
  scratch: number;
  stateSize: number;
  blankState: Place;
  fields: Field[];
}

export interface GameData {
  family: string;
  board: Place;
  /** Of the board file, as in Ekiben's records. */
  digest: string;
  /** The version of the rules. */
  rules: number;
  /** Fewest and most. */
  seats: [fewest: number, most: number];
  /** The questions by their number; the last is "over". */
  asked: string[];
  options: Option[];
  /** The notation of every action, by its id. */
  actions: string[];
  extents: Record<string, number>;
  observation: { size: number; blocks: ObservationBlock[] };
  planner: PlannerCall;
  /** What numbers in a view stand for. */
  names: Record<string, string[]>;
}

export interface PackageData {
  ekiben: string;
  families: Record<string, FamilyData>;
  games: Record<string, GameData>;
}

/** The data of the package: the description, and the bytes that it refers to. */
export class Catalogue {
  readonly #layouts = new Map<string, Layout>();

  constructor(
    readonly data: PackageData,
    readonly content: Uint8Array,
  ) {}

  bytes([at, length]: Place): Uint8Array {
    return this.content.subarray(at, at + length);
  }

  game(name: string): GameData {
    const found = this.data.games[name];
    if (found !== undefined) return found;
    const known = Object.keys(this.data.games).join(", ");
    throw new EkibenError(`there is no game ${JSON.stringify(name)}; there are ${known}`);
  }

  family(game: GameData): FamilyData {
    const found = this.data.families[game.family];
    if (found === undefined) throw new EkibenError(`games.json lacks the family ${game.family}`);
    return found;
  }

  /** The fields of a game's state, cut to its board and seats. */
  layout(name: string, seats: number): Layout {
    const key = `${name} ${seats}`;
    const known = this.#layouts.get(key);
    if (known !== undefined) return known;
    const game = this.game(name);
    const { fields, blankState } = this.family(game);
    const made = new Layout(fields, { ...game.extents, seat: seats }, this.bytes(blankState));
    this.#layouts.set(key, made);
    return made;
  }

  /** The board's bytes with these options; a wrong one is an error that lists the right ones. */
  board(name: string, options: Options): Uint8Array {
    const game = this.game(name);
    const board = this.bytes(game.board).slice();
    for (const [option, value] of Object.entries(options)) {
      const { values, changes } = knownOption(name, game, option);
      const chosen = values.indexOf(value);
      if (chosen < 0) throw new EkibenError(`${name}: option ${option} is one of ${listed(values)}`);
      for (const [at = 0, ...bytes] of changes[chosen] ?? []) board.set(bytes, at);
    }
    return board;
  }
}

function knownOption(name: string, game: GameData, option: string): Option {
  const found = game.options.find((known) => known.name === option);
  if (found !== undefined) return found;
  const known = game.options.map((one) => one.name).join(", ");
  throw new EkibenError(`${name} has no option ${JSON.stringify(option)}; it has ${known}`);
}

function listed(values: readonly OptionValue[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
