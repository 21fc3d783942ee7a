// The page's rows in IndexedDB. A write is one transaction that is on disk when its promise resolves,
// whatever happens to the tab, the browser or the machine afterwards.
import { open, select } from "./disk";
import type { Read, Row, Transaction } from "./rows";
import type { StoreName } from "./schema";
import { bringInStep, deleteCopy, exclusively, noteChanges, openCopy, repeat } from "./second-copy";

interface Opened {
  main: IDBDatabase;
  /** The same rows once more, where the browser can keep them apart; null if it has no room for them. */
  copy: IDBDatabase | null;
}
type Work = (transaction: Transaction) => Promise<void>;

export class Database {
  #opened: Promise<Opened> | null = null;

  /** Run the work in one transaction over these stores, and wait until it is on disk. */
  async run(stores: readonly StoreName[], work: Work): Promise<void> {
    const opened = await this.#open();
    const writing = (): Promise<void> => runTwice(opened, stores, work);
    await (opened.copy ? exclusively(writing) : writing());
  }

  async find(read: Read): Promise<Row[]> {
    const { main } = await this.#open();
    return select(main.transaction(read.store, "readonly"), read);
  }

  /** Forget the connection, so that the next call opens another. */
  close(): void {
    this.#opened?.then(closeBoth).catch(() => undefined);
    this.#opened = null;
  }

  async #open(): Promise<Opened> {
    this.#opened ??= openBoth(() => this.close());
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }
}

async function openBoth(closed: () => void): Promise<Opened> {
  const main = await open(() => indexedDB, closed);
  const copy = await openCopy(closed);
  if (!copy) return { main, copy };
  try {
    if (await exclusively(() => bringInStep(main, copy))) return { main, copy };
    copy.close();
    return { main, copy: null };
  } catch (error) {
    closeBoth({ main, copy });
    throw error;
  }
}

function closeBoth({ main, copy }: Opened): void {
  main.close();
  copy?.close();
}

/** Write to the main database, then to the copy: whatever dies, one of them is whole. */
async function runTwice(opened: Opened, stores: readonly StoreName[], work: Work): Promise<void> {
  const changes = await makeRoom(opened, () => noteChanges(opened.main, stores, work));
  if (!opened.copy) return;
  try {
    await repeat(opened.copy, changes);
  } catch {
    opened.copy = null; // it is behind now; the next start sees that
  }
}

/** If there is no room for a write, give up the copy and write again. */
async function makeRoom<T>(opened: Opened, writing: () => Promise<T>): Promise<T> {
  try {
    return await writing();
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    if (!isFull || !(await deleteCopy(opened.copy))) throw error;
    opened.copy = null;
    return writing();
  }
}
