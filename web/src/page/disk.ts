// One database of IndexedDB: how it is opened, written and read.
import { Conflict, type Key, type Read, type Row, type Transaction, type Value } from "./rows";
import { migrate, VERSION, type StoreName } from "./schema";

export const NAME = "ekiben";
const PATIENCE = 8000; // milliseconds: a browser that has not opened a database by then never will

/** The database cannot be opened: the browser forbids it, or a newer page has changed it. */
export class NoDatabase extends Error {
  constructor(
    text: string,
    readonly newer: boolean,
  ) {
    super(text);
  }
}

// ---- opening
export type FindFactory = () => IDBFactory | Promise<IDBFactory>;

/** Open the database; `closed` is called if somebody else closes it. */
export async function open(factory: FindFactory, closed: () => void): Promise<IDBDatabase> {
  try {
    const database = await opened(factory);
    database.onclose = closed;
    database.onversionchange = () => {
      database.close(); // a newer page in another tab waits for this
      closed();
    };
    return database;
  } catch (error) {
    const newer = error instanceof DOMException && error.name === "VersionError";
    throw new NoDatabase(String(error), newer);
  }
}

async function opened(factory: FindFactory): Promise<IDBDatabase> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error("the database did not open")), PATIENCE);
  });
  return Promise.race([late, askFor(factory)]);
}

async function askFor(factory: FindFactory): Promise<IDBDatabase> {
  const asked = (await factory()).open(NAME, VERSION); // throws where a browser forbids it
  asked.onupgradeneeded = ({ oldVersion }) => {
    if (asked.transaction) migrate(asked.result, asked.transaction, oldVersion);
  };
  return result(asked);
}

// ---- transactions
/** Run the work in one transaction over these stores; with "strict", wait until it is on disk. */
export async function write(
  database: IDBDatabase,
  stores: readonly StoreName[],
  work: (transaction: DiskTransaction) => Promise<void>,
  durability: IDBTransactionDurability = "strict",
): Promise<void> {
  const transaction = database.transaction(stores, "readwrite", { durability });
  const ended = endOf(transaction);
  ended.catch(() => undefined); // told below
  try {
    await work(new DiskTransaction(transaction));
  } catch (error) {
    abort(transaction);
    await ended.catch(() => undefined);
    throw transaction.error ?? error;
  }
  await ended;
}

export class DiskTransaction implements Transaction {
  constructor(readonly transaction: IDBTransaction) {}

  find(read: Read): Promise<Row[]> {
    return select(this.transaction, read);
  }

  async add(store: StoreName, key: Key, value: Value): Promise<void> {
    try {
      await result(this.transaction.objectStore(store).add(value, key));
    } catch (error) {
      if (!isConstraint(error)) throw error;
      throw new Conflict(`${store} ${JSON.stringify(key)} is there already`);
    }
  }

  async put(store: StoreName, key: Key, value: Value): Promise<void> {
    await result(this.transaction.objectStore(store).put(value, key));
  }

  async delete(store: StoreName, low: Key, high: Key): Promise<void> {
    await result(this.transaction.objectStore(store).delete(IDBKeyRange.bound(low, high)));
  }

  async clear(store: StoreName): Promise<void> {
    await result(this.transaction.objectStore(store).clear());
  }
}

function isConstraint(error: unknown): boolean {
  return error instanceof DOMException && error.name === "ConstraintError";
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error ?? new Error("the write was broken off"));
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    /* it has ended already */
  }
}

export function result<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = (event) => {
      event.preventDefault(); // whoever waits decides whether that ends the transaction
      fail(asked.error ?? new Error("the database did not answer"));
    };
  });
}

// ---- reading
export async function select(transaction: IDBTransaction, read: Read): Promise<Row[]> {
  const store = transaction.objectStore(read.store);
  const source = read.index === undefined ? store : store.index(read.index);
  if (read.last) return lastOf(source, rangeOf(read));
  const values = result(source.getAll(rangeOf(read), read.count) as IDBRequest<Value[]>);
  const keys = result(source.getAllKeys(rangeOf(read), read.count)); // an index has the store's own
  const [found, by] = await Promise.all([values, keys]);
  return by.map((key, n) => [key as Key, found[n]]);
}

async function lastOf(
  source: IDBObjectStore | IDBIndex,
  range: IDBKeyRange | null,
): Promise<Row[]> {
  const cursor = await result(source.openCursor(range, "prev"));
  return cursor === null ? [] : [[cursor.primaryKey as Key, cursor.value as Value]];
}

function rangeOf({ low, high }: Read): IDBKeyRange | null {
  if (low !== undefined && high !== undefined) return IDBKeyRange.bound(low, high);
  if (low !== undefined) return IDBKeyRange.lowerBound(low);
  return high === undefined ? null : IDBKeyRange.upperBound(high);
}
