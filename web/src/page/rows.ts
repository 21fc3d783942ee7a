// Reads and writes as `ekiben.page.storage` words them, and how a write is done step by step. Where
// the rows are, in IndexedDB or in memory, is another matter: see `Transaction`.
import type { StoreName } from "./schema";

export type Key = number | string | Key[];
/** Any JSON. */
export type Value = unknown;
export type Row = [key: Key, value: Value];

export interface Read {
  store: StoreName;
  low?: Key;
  high?: Key;
  index?: string;
  last?: boolean;
  count?: number;
}

export interface Step {
  do: "add" | "put" | "update" | "delete" | "length";
  store: StoreName;
  key: Key;
  high?: Key;
  value?: Value;
}

/** A step found something else than it needs. */
export class Conflict extends Error {}

/** All calls of a transaction are done or none; they are done in the order in which they are made. */
export interface Transaction {
  find(read: Read): Promise<Row[]>;
  /** Throws a Conflict if the key is taken. */
  add(store: StoreName, key: Key, value: Value): Promise<void>;
  put(store: StoreName, key: Key, value: Value): Promise<void>;
  delete(store: StoreName, low: Key, high: Key): Promise<void>;
}

/** Do all steps; throws a Conflict if one of them does not fit. */
export async function doSteps(transaction: Transaction, steps: readonly Step[]): Promise<void> {
  const doing: Promise<void>[] = [];
  for (const step of steps) {
    const done = doStep(transaction, step);
    done.catch(() => undefined); // told below, with all the others
    doing.push(done);
    if (step.do === "length" || step.do === "update") await done;
  }
  await Promise.all(doing);
}

function doStep(transaction: Transaction, step: Step): Promise<void> {
  const { store, key, high = key, value } = step;
  if (step.do === "add") return transaction.add(store, key, value);
  if (step.do === "put") return transaction.put(store, key, value);
  if (step.do === "delete") return transaction.delete(store, key, high);
  return step.do === "update" ? update(transaction, step) : checkLength(transaction, step);
}

async function update(transaction: Transaction, { store, key, value }: Step): Promise<void> {
  const [found] = await transaction.find({ store, low: key, high: key });
  if (found === undefined) throw new Conflict(`${store} has no ${JSON.stringify(key)}`);
  const before = found[1] as Record<string, unknown>;
  const changes = Object.entries(value as Record<string, unknown>);
  if (changes.some(([name, one]) => before[name] !== one)) {
    await transaction.put(store, key, { ...before, ...Object.fromEntries(changes) });
  }
}

async function checkLength(transaction: Transaction, { store, key, value }: Step): Promise<void> {
  const [last] = await transaction.find({ store, low: [key, 0], high: [key, []], last: true });
  const length = last === undefined ? 0 : Number((last[0] as Key[])[1]) + 1;
  if (length !== value) {
    throw new Conflict(`${store} ${JSON.stringify(key)} has ${length} rows, not ${String(value)}`);
  }
}
