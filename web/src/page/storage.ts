// Where the page keeps its tables: what `ekiben.page.storage` asks, answered from IndexedDB. When the
// browser keeps nothing, or no more, the player is asked whether to go on in memory; a write waits for
// that, so that no move is lost, and none is acknowledged that is not kept where the player wants it.
import { Database } from "./database";
import { NoDatabase } from "./disk";
import { MemoryRows } from "./memory-rows";
import { Conflict, doSteps, type Read, type Row, type Step, type Transaction } from "./rows";
import { STORES, type StoreName } from "./schema";
import type { StorageDecision, StorageProblem } from "./protocol";

/** A page without a database has none of these; of tables nobody may believe that. */
const MAY_BE_MISSING: readonly StoreName[] = ["boards", "cookies"];

export class PageStorage {
  readonly #disk = new Database();
  #memory: MemoryRows | null = null;
  #asked: Promise<StorageDecision> | null = null;
  #decided: (decision: StorageDecision) => void = () => undefined;

  /** `tell` asks the player what to do, and says when it is settled. */
  constructor(readonly tell: (problem: StorageProblem | null) => void) {}

  // ---- what Python calls
  async read(asked: string): Promise<string> {
    try {
      return JSON.stringify({ rows: await this.#find(JSON.parse(asked) as Read) });
    } catch (error) {
      return failure(error);
    }
  }

  async write(text: string): Promise<string> {
    const steps = JSON.parse(text) as Step[];
    for (;;) {
      try {
        await this.#run(steps);
        return JSON.stringify({ done: true });
      } catch (error) {
        if (error instanceof Conflict) return JSON.stringify({ conflict: error.message });
        if ((await this.#ask(error)) === "stop") return failure(error);
      }
    }
  }

  // ---- what the player decides
  decide(decision: StorageDecision): void {
    this.#decided(decision);
  }

  /** Ask once, however many writes wait for the answer. */
  async #ask(error: unknown): Promise<StorageDecision> {
    this.#asked ??= new Promise<StorageDecision>((decided) => {
      this.#decided = decided;
      this.tell(problemOf(error));
    }).then((decision) => this.#follow(decision));
    return this.#asked;
  }

  async #follow(decision: StorageDecision): Promise<StorageDecision> {
    if (decision === "memory") this.#memory = await this.#copyToMemory();
    else this.#disk.close();
    this.#asked = null;
    this.tell(decision === "memory" ? "memory" : null);
    return decision;
  }

  /** Everything that can still be read, so that running games go on. */
  async #copyToMemory(): Promise<MemoryRows> {
    const copy = new MemoryRows();
    for (const store of STORES) {
      copy.fill(store, await this.#disk.find({ store }).catch(() => []));
    }
    return copy;
  }

  // ---- where the rows are
  async #find(read: Read): Promise<Row[]> {
    if (this.#memory) return this.#memory.find(read);
    try {
      return await this.#disk.find(read);
    } catch (error) {
      if (!(error instanceof NoDatabase)) return this.#disk.find(read); // it may have been closed
      void this.#ask(error);
      if (MAY_BE_MISSING.includes(read.store)) return [];
      throw error;
    }
  }

  async #run(steps: readonly Step[]): Promise<void> {
    const work = (transaction: Transaction): Promise<void> => doSteps(transaction, steps);
    if (this.#memory) await this.#memory.run(work);
    else await this.#disk.run([...new Set(steps.map((step) => step.store))], work);
  }
}

function problemOf(error: unknown): StorageProblem {
  if (error instanceof NoDatabase) return error.newer ? "newer" : "blocked";
  return nameOf(error) === "QuotaExceededError" ? "full" : "failed";
}

function failure(error: unknown): string {
  const text = error instanceof Error || error instanceof DOMException ? error.message : "";
  return JSON.stringify({ failed: nameOf(error), text });
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : String(error);
}
