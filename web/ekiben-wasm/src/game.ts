// One game: whose choice it is, what can be chosen, and what a choice does.

import type { GameData, Options } from "./data.js";
import { EkibenError, IllegalAction } from "./errors.js";
import { freeWithOwner, Holdings } from "./holdings.js";
import type { Argument, Kernels } from "./kernels.js";
import type { Layout, View } from "./layout.js";
import type { SeatPlan, Workspace } from "./workspace.js";

/** A choice: its id, the same in every position of every game on that board, and its notation. */
export interface Action {
  id: number;
  text: string;
}

/** What a game stands on: fixed for as long as it lives. */
export interface Setting {
  name: string;
  seats: number;
  options: Options;
  about: GameData;
  layout: Layout;
  workspace: Workspace;
}

export class Game {
  readonly #setting: Setting;
  readonly #kernels: Kernels;
  readonly #held: Holdings;
  readonly #plans: SeatPlan[];
  #legal: number[] | null = null;

  /** Use `ekiben.newGame`. */
  constructor(setting: Setting, kernels: Kernels, held: Holdings, plans?: SeatPlan[]) {
    this.#setting = setting;
    this.#kernels = kernels;
    this.#held = held;
    this.#plans = plans ?? Array.from({ length: setting.seats }, () => setting.workspace.newPlan());
    freeWithOwner(this, held);
  }

  get name(): string {
    return this.#setting.name;
  }

  get seats(): number {
    return this.#setting.seats;
  }

  get options(): Options {
    return { ...this.#setting.options };
  }

  /** Whose choice it is; null when the game is over. */
  get seat(): number | null {
    return this.over ? null : this.#read("seat");
  }

  /** The open question: `turn`, `payment`, `tickets` … or `over`. */
  get asked(): string {
    return this.#setting.about.asked[this.#read("asked")] ?? "";
  }

  get over(): boolean {
    return this.asked === "over";
  }

  /** Before the end: what is public. */
  get scores(): number[] {
    return Array.from({ length: this.seats }, (_, seat) => this.#read("score", seat));
  }

  /** The choices of the seat to act; none when the game is over. */
  legalActions(): Action[] {
    return this.#legalIds().map((id) => this.action(id));
  }

  /** An action by its id. */
  action(id: number): Action {
    const text = this.#setting.about.actions[id];
    if (text === undefined) throw new EkibenError(`${this.name} has no action ${id}`);
    return { id, text };
  }

  /** Plays an action: itself, its id or its notation. An illegal one throws and changes nothing. */
  apply(choice: number | string | Action): void {
    const id = typeof choice === "object" ? choice.id : this.#idOf(choice);
    if (!this.#legalIds().includes(id))
      throw new IllegalAction(`${JSON.stringify(this.action(id).text)} is not legal now (${this.asked})`);
    const { action } = this.#setting.workspace;
    action.view()[0] = BigInt(id);
    this.#call("apply_many", action, 0, 1, false, true);
    this.#legal = null;
  }

  /** What a seat sees, as learners get it; `ekiben.about(name).observation` tells the columns. */
  observe(seat = this.#read("seat")): Uint8Array {
    const { seat: viewer, scratch, observation } = this.#setting.workspace;
    viewer.view()[0] = BigInt(this.#validSeat(seat));
    this.#call("observe_many", viewer, scratch, observation, 0, 1);
    return observation.bytes().slice();
  }

  /** All that a seat knows, by the names of the state's fields; null is a spectator. */
  view(seat: number | null): View {
    if (seat !== null) this.#validSeat(seat);
    return this.#setting.layout.view(this.#bytes(), seat, this.over);
  }

  /** What the planner would do: from what the seat to act knows, never from what is hidden. */
  plannerChoice(): Action {
    const { layout, workspace } = this.#setting;
    const legal = this.#legalIds();
    const seat = this.#read("seat");
    const plan = this.#plans[seat];
    const last = legal.at(-1);
    if (plan === undefined || last === undefined) throw new EkibenError("the game is over");
    if (legal.length === 1) return this.action(last);
    workspace.state.write(layout.hide(this.#bytes(), seat));
    const chosen = workspace.choose(this.#held.board.array, plan);
    return this.action(legal.includes(chosen) ? chosen : last);
  }

  /** The game as bytes, hidden cards included, for `ekiben.restoreGame`. */
  save(): Uint8Array {
    return this.#bytes().slice();
  }

  /** An equal game that goes its own way. */
  copy(): Game {
    const held = new Holdings(this.#held.board.take(), this.#kernels.bytes(this.save()));
    const plans = this.#plans.map(({ kept }) => ({ kept: kept.slice() }));
    return new Game(this.#setting, this.#kernels, held, plans);
  }

  /** Gives the game's memory back at once; otherwise that happens when nobody holds it any more. */
  free(): void {
    this.#held.free();
  }

  #bytes(): Uint8Array {
    if (this.#held.isFree) throw new EkibenError("the game's memory was given back");
    return this.#held.state.bytes();
  }

  #read(field: string, index = 0): number {
    return this.#setting.layout.number(this.#bytes(), field, index);
  }

  /** Calls a kernel of the rules on this game. */
  #call(kernel: string, ...given: Argument[]): number {
    const { board, state } = this.#held;
    return this.#kernels.call(`${this.#setting.about.family}_${kernel}`, board.array, state, ...given);
  }

  #legalIds(): number[] {
    if (this.#legal !== null) return this.#legal;
    const { ids } = this.#setting.workspace;
    const count = this.over ? 0 : this.#call("legal_one", 0, ids);
    this.#legal = Array.from(ids.view().subarray(0, count), Number);
    return this.#legal;
  }

  #idOf(choice: number | string): number {
    if (typeof choice === "number") return this.action(choice).id;
    const id = this.#setting.about.actions.indexOf(choice);
    if (id < 0) throw new EkibenError(`${this.name} has no action ${JSON.stringify(choice)}`);
    return id;
  }

  #validSeat(seat: number): number {
    if (Number.isInteger(seat) && seat >= 0 && seat < this.seats) return seat;
    throw new EkibenError(`the seats are 0 to ${this.seats - 1}, not ${seat}`);
  }
}
