// Rows in memory, for a browser that keeps nothing: they are gone with the tab.
import { Conflict, type Key, type Read, type Row, type Transaction, type Value } from "./rows";
import { INDEXES, type StoreName } from "./schema";

interface Kept {
  key: Key;
  value: Value;
}
type Undo = () => void;

export class MemoryRows {
  readonly #stores = new Map<StoreName, Map<string, Kept>>();

  /** Run the work as one transaction: if it throws, everything is as before. */
  async run(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const undo: Undo[] = [];
    try {
      await work(new MemoryTransaction((store) => this.#rows(store), undo));
    } catch (error) {
      for (const one of undo.reverse()) one();
      throw error;
    }
  }

  find(read: Read): Promise<Row[]> {
    return Promise.resolve(select(this.#rows(read.store), read));
  }

  /** Take rows over as they are. */
  fill(store: StoreName, rows: readonly Row[]): void {
    for (const [key, value] of rows) this.#rows(store).set(JSON.stringify(key), { key, value });
  }

  #rows(store: StoreName): Map<string, Kept> {
    const found = this.#stores.get(store) ?? new Map<string, Kept>();
    this.#stores.set(store, found);
    return found;
  }
}

class MemoryTransaction implements Transaction {
  constructor(
    readonly rows: (store: StoreName) => Map<string, Kept>,
    readonly undo: Undo[],
  ) {}

  find(read: Read): Promise<Row[]> {
    return Promise.resolve(select(this.rows(read.store), read));
  }

  add(store: StoreName, key: Key, value: Value): Promise<void> {
    if (this.rows(store).has(JSON.stringify(key))) {
      return Promise.reject(new Conflict(`${store} ${JSON.stringify(key)} is there already`));
    }
    return this.put(store, key, value);
  }

  put(store: StoreName, key: Key, value: Value): Promise<void> {
    if (isTaken(this.rows(store), store, key, value)) {
      return Promise.reject(new Conflict(`${store} has another row of this key`));
    }
    this.#change(store, { key, value }, true);
    return Promise.resolve();
  }

  async delete(store: StoreName, low: Key, high: Key): Promise<void> {
    for (const [key, value] of await this.find({ store, low, high })) {
      this.#change(store, { key, value }, false);
    }
  }

  #change(store: StoreName, kept: Kept, stays: boolean): void {
    const rows = this.rows(store);
    const text = JSON.stringify(kept.key);
    const before = rows.get(text);
    this.undo.push(() => (before ? rows.set(text, before) : rows.delete(text)));
    if (stays) rows.set(text, kept);
    else rows.delete(text);
  }
}

function isTaken(rows: Map<string, Kept>, store: StoreName, key: Key, value: Value): boolean {
  const unique = Object.values(INDEXES[store] ?? {}).filter((one) => one.unique);
  return unique.some(({ fields }) => {
    const wanted = indexKey(value, fields);
    return [...rows.values()].some(
      (one) => compare(one.key, key) !== 0 && isSame(indexKey(one.value, fields), wanted),
    );
  });
}

function isSame(one: Key | undefined, two: Key | undefined): boolean {
  return one !== undefined && two !== undefined && compare(one, two) === 0;
}

function select(rows: Map<string, Kept>, { store, index, low, high, last, count }: Read): Row[] {
  const fields = index === undefined ? null : (INDEXES[store]?.[index]?.fields ?? []);
  const found = [...rows.values()]
    .map((kept) => ({ ...kept, by: fields ? indexKey(kept.value, fields) : kept.key }))
    .filter(({ by }) => by !== undefined && isWithin(by, low, high))
    .sort((one, two) => compare(one.by ?? 0, two.by ?? 0) || compare(one.key, two.key));
  const chosen = last ? found.slice(-1) : found.slice(0, count);
  return chosen.map(({ key, value }) => [key, value]);
}

/** What an index finds a row by; nothing if the row lacks a field. */
function indexKey(value: Value, fields: readonly string[]): Key | undefined {
  const parts = fields.map((field) => (value as Record<string, Key | undefined>)[field]);
  if (parts.includes(undefined)) return undefined;
  return parts.length === 1 ? parts[0] : (parts as Key[]);
}

function isWithin(key: Key, low: Key | undefined, high: Key | undefined): boolean {
  return (
    (low === undefined || compare(low, key) <= 0) && (high === undefined || compare(key, high) <= 0)
  );
}

/** As IndexedDB orders keys: numbers, texts, lists. */
export function compare(one: Key, two: Key): number {
  if (Array.isArray(one) && Array.isArray(two)) return compareLists(one, two);
  if (typeof one === typeof two && !Array.isArray(one)) return one < two ? -1 : one > two ? 1 : 0;
  return rank(one) - rank(two);
}

function compareLists(one: Key[], two: Key[]): number {
  for (const [n, part] of one.entries()) {
    const other = two[n];
    if (other === undefined) return 1;
    const order = compare(part, other);
    if (order !== 0) return order;
  }
  return one.length - two.length;
}

function rank(key: Key): number {
  return Array.isArray(key) ? 2 : typeof key === "string" ? 1 : 0;
}
