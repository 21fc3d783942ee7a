// The shape of the page's database, by version. A migration is never changed once it is released:
// a new one is added, and a browser runs those it has not run yet.

/** Fields of an index, and whether no two rows may share them; `ekiben.page.memory_storage` has the same. */
export interface IndexShape {
  fields: string[];
  unique: boolean;
}

export type Indexes = Readonly<Record<string, Readonly<Record<string, IndexShape>>>>;

export const INDEXES: Indexes = {
  tables: {
    created: { fields: ["created"], unique: false },
    public: { fields: ["public"], unique: false },
    deal: { fields: ["deal", "device", "created"], unique: false },
  },
  deals: {
    key: { fields: ["key"], unique: true },
    created: { fields: ["created"], unique: false },
  },
  results: { deal: { fields: ["deal", "at"], unique: false } },
  reviews: { table: { fields: ["table", "at"], unique: false } },
};

const FIRST_STORES = [
  "tables",
  "log",
  "chat",
  "deals",
  "results",
  "secrets",
  "boards",
  "cookies",
  "checks",
] as const;
export const STORES = [...FIRST_STORES, "reviews", "checkpoints"] as const;
export type StoreName = (typeof STORES)[number];

type Migration = (database: IDBDatabase, transaction: IDBTransaction) => void;

const MIGRATIONS: readonly Migration[] = [
  (database) => makeStores(database, FIRST_STORES),
  (database) => makeStores(database, ["reviews"]),
  (database) => makeStores(database, ["checkpoints"]),
];

/** The number of the newest version. */
export const VERSION = MIGRATIONS.length;

export function migrate(database: IDBDatabase, transaction: IDBTransaction, from: number): void {
  for (const one of MIGRATIONS.slice(from)) one(database, transaction);
}

function makeStores(database: IDBDatabase, names: readonly StoreName[]): void {
  for (const name of names) {
    const store = database.createObjectStore(name);
    for (const [index, { fields, unique }] of Object.entries(INDEXES[name] ?? {})) {
      store.createIndex(index, fields.length === 1 ? (fields[0] ?? "") : fields, { unique });
    }
  }
}
