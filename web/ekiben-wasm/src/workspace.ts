// Memory that the games of one name share: work space of kernels, and the planner's.

import type { Catalogue, GameData, PlannerCall } from "./data.js";
import type { Argument, Kernels } from "./kernels.js";
import type { MemoryArray } from "./memory.js";

/** What a planner keeps for a seat from choice to choice. */
export interface SeatPlan {
  kept: Uint8Array;
}

export class Workspace {
  readonly ids: MemoryArray;
  readonly action: MemoryArray;
  readonly seat: MemoryArray;
  readonly scratch: MemoryArray;
  readonly observation: MemoryArray;
  readonly state: MemoryArray;
  readonly planner: PlannerCall;
  readonly #planner: PlannerMemory;

  constructor(kernels: Kernels, catalogue: Catalogue, game: GameData) {
    const family = catalogue.family(game);
    this.ids = kernels.array("int64", game.actions.length + 1);
    this.action = kernels.array("int64", 1);
    this.seat = kernels.array("int64", 1);
    this.scratch = kernels.array("int64", family.scratch);
    this.observation = kernels.array("uint8", 1, game.observation.size);
    this.state = kernels.array("uint8", family.stateSize);
    this.planner = game.planner;
    this.#planner = new PlannerMemory(kernels, catalogue, game.planner);
  }

  /** The planner's choice in the workspace's state; what it keeps goes into the seat's plan. */
  choose(board: MemoryArray, plan: SeatPlan): number {
    return this.#planner.choose({ board, state: this.state }, plan);
  }

  newPlan(): SeatPlan {
    return this.#planner.newPlan();
  }
}

/** One memory for all seats that plan: whoever plans next finds it as it left it, or fresh. */
class PlannerMemory {
  readonly #tables: MemoryArray;
  readonly #memory: MemoryArray;
  readonly #start: Uint8Array;
  #owner: SeatPlan | null = null;

  constructor(
    readonly kernels: Kernels,
    catalogue: Catalogue,
    readonly call: PlannerCall,
  ) {
    this.#tables = kernels.bytes(catalogue.bytes(call.tables));
    this.#memory = kernels.array("uint8", call.memorySize);
    this.#start = catalogue.bytes(call.memoryStart);
  }

  newPlan(): SeatPlan {
    return { kept: this.#start.slice() };
  }

  choose(position: { board: MemoryArray; state: MemoryArray }, plan: SeatPlan): number {
    if (this.#owner !== plan) this.#memory.bytes().fill(0).set(plan.kept);
    this.#owner = plan;
    const arrays = { ...position, tables: this.#tables, memory: this.#memory };
    const given = this.call.arguments.map((one): Argument => (typeof one === "number" ? one : arrays[one]));
    const chosen = this.kernels.call(this.call.kernel, ...given);
    plan.kept = this.#memory.bytes().slice(0, this.call.kept);
    return chosen;
  }
}
