// The tables this browser has sat at, to go on with; and the links of the seats it has invited people to.

export interface Recent {
  table: string;
  game: string;
  at: number;
}

const KEY = "ekiben-recent";
const MOST = 6;

function read<T>(store: Storage, key: string, usual: T): T {
  try {
    return (JSON.parse(store.getItem(key) ?? "null") as T) ?? usual;
  } catch {
    return usual;
  }
}

function write(store: Storage, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    /* nothing is kept, nothing is lost */
  }
}

export function recents(): Recent[] {
  return read<Recent[]>(localStorage, KEY, []);
}

export function remember(table: string, game: string): void {
  write(
    localStorage,
    KEY,
    [{ table, game, at: Date.now() }, ...recents().filter((one) => one.table !== table)].slice(
      0,
      MOST,
    ),
  );
}

export function forget(table: string): void {
  write(
    localStorage,
    KEY,
    recents().filter((one) => one.table !== table),
  );
}

export function linksOf(table: string): Record<string, string> {
  return read<Record<string, string>>(sessionStorage, `ekiben-links-${table}`, {});
}

export function keepLinks(table: string, links: Record<string, string>): void {
  if (Object.keys(links).length > 0) write(sessionStorage, `ekiben-links-${table}`, links);
}
