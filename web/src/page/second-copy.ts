// A second copy of all rows. Chromium's IndexedDB deletes everything of a site when it finds the log of
// its writes damaged, and a browser that is killed in the middle of a write can leave it so: the damage
// shows two starts later. Another storage bucket has files of its own. Only one of the two is written
// to at any time, and every write leaves the same stamp in both, by which the next start sees whether
// they are in step. Browsers without buckets, which keep IndexedDB in SQLite, have no copy.
import { open, result, select, write } from "./disk";
import type { Key, Read, Row, Transaction, Value } from "./rows";
import { STORES, type StoreName } from "./schema";

const BUCKET = "ekiben-copy";
const LOCK = "ekiben-storage";
const STAMP = "stamp"; // its key in the store `checks`
const PATIENCE = 5000; // milliseconds

interface Bucket {
  indexedDB: IDBFactory;
}

interface Buckets {
  open(name: string): Promise<Bucket>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<void>;
}

/** TypeScript does not know them yet. */
function buckets(): Buckets | undefined {
  return (navigator as Navigator & { storageBuckets?: Buckets }).storageBuckets;
}

/** The bucket in use. Nothing else refers to it, and writes into one that was collected never end. */
let bucket: Bucket | null = null;

/** Open the copy; null if this browser cannot have one. */
export async function openCopy(closed: () => void): Promise<IDBDatabase | null> {
  const found = buckets();
  if (!found) return null;
  const factory = async (): Promise<IDBFactory> => {
    bucket = await found.open(BUCKET);
    return bucket.indexedDB;
  };
  return open(factory, closed).catch(() => null);
}

/** Delete all of the copy, open or not, for lack of room; returns whether there was one. */
export async function deleteCopy(copy: IDBDatabase | null): Promise<boolean> {
  const found = buckets();
  if (!(await found?.keys())?.includes(BUCKET)) return false;
  if (copy) copy.onclose = null;
  copy?.close();
  await found?.delete(BUCKET);
  return true;
}

/** Do this while no other tab writes. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(LOCK, work);
}

// ---- writing twice
type Change = (transaction: Transaction) => Promise<void>;

export interface Changes {
  stores: readonly StoreName[];
  done: readonly Change[];
}

/** Run the work with a new stamp in one transaction, and return what it changed. */
export async function noteChanges(
  database: IDBDatabase,
  stores: readonly StoreName[],
  work: (transaction: Transaction) => Promise<void>,
): Promise<Changes> {
  const stamped = [...new Set<StoreName>([...stores, "checks"])];
  const done: Change[] = [];
  await write(database, stamped, async (transaction) => {
    const noting = new NotingTransaction(transaction, done);
    await work(noting);
    await noting.put("checks", STAMP, Math.random());
  });
  return { stores: stamped, done };
}

/** Change the copy as the main database was; if it does not reach the disk, the stamp will tell. */
export function repeat(copy: IDBDatabase, { stores, done }: Changes): Promise<void> {
  const again = async (transaction: Transaction): Promise<void> => {
    await Promise.all(done.map((change) => change(transaction)));
  };
  return soon(write(copy, stores, again, "relaxed"));
}

/** The same, but a copy that does not answer must not stop the game. */
function soon<T>(made: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error("the copy did not answer")), PATIENCE);
  });
  return Promise.race([made, late]);
}

class NotingTransaction implements Transaction {
  constructor(
    readonly transaction: Transaction,
    readonly changes: Change[],
  ) {}

  find(read: Read): Promise<Row[]> {
    return this.transaction.find(read);
  }

  add(store: StoreName, key: Key, value: Value): Promise<void> {
    this.changes.push((copy) => copy.put(store, key, value));
    return this.transaction.add(store, key, value);
  }

  put(store: StoreName, key: Key, value: Value): Promise<void> {
    this.changes.push((copy) => copy.put(store, key, value));
    return this.transaction.put(store, key, value);
  }

  delete(store: StoreName, low: Key, high: Key): Promise<void> {
    this.changes.push((copy) => copy.delete(store, low, high));
    return this.transaction.delete(store, low, high);
  }
}

// ---- in step
interface State {
  stamp: unknown;
  /** How many rows each store has: an older page writes without a stamp. */
  counts: string;
}

/** Make the two the same: restore a main database that was lost, else renew a copy that is behind.
    Returns false if there is no room for a copy. */
export async function bringInStep(main: IDBDatabase, copy: IDBDatabase): Promise<boolean> {
  const theirs = await soon(stateOf(copy)).catch(() => null);
  if (!theirs) return false;
  const ours = await stateOf(main);
  if (ours.stamp === theirs.stamp && ours.counts === theirs.counts) return true;
  if (ours.stamp === undefined && theirs.stamp !== undefined) {
    await putAll(copy, main, false); // an older page may have written to it already
    return true;
  }
  try {
    await noteChanges(main, [], () => Promise.resolve());
    await putAll(main, copy, true);
    return true;
  } catch {
    return false;
  }
}

async function stateOf(database: IDBDatabase): Promise<State> {
  const transaction = database.transaction(STORES, "readonly");
  const stamp = result<unknown>(transaction.objectStore("checks").get(STAMP));
  const counts = STORES.map((store) => result(transaction.objectStore(store).count()));
  return { stamp: await stamp, counts: String(await Promise.all(counts)) };
}

/** Put all rows of one database into another, in one transaction. */
async function putAll(from: IDBDatabase, to: IDBDatabase, emptyFirst: boolean): Promise<void> {
  const reading = from.transaction(STORES, "readonly");
  const found = await Promise.all(STORES.map((store) => select(reading, { store })));
  await write(to, STORES, async (transaction) => {
    if (emptyFirst) await Promise.all(STORES.map((store) => transaction.clear(store)));
    const rows = STORES.flatMap((store, n) => (found[n] ?? []).map((row) => ({ store, row })));
    await Promise.all(rows.map(({ store, row: [key, value] }) => transaction.put(store, key, value)));
  });
}
