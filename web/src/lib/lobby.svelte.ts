// The lobby as this page knows it: the server sends what changes while somebody looks.
import { language } from "./i18n.svelte";
import { openSocket, type Socket } from "./transport";
import type { LobbyChanges, LobbyTable } from "../generated/messages";

const RETRY_DELAYS = [500, 2000, 5000, 10_000];

export class Lobby {
  /** Null until the first answer. */
  tables = $state.raw<LobbyTable[] | null>(null);
  /** How far the server's clock is ahead of this one, in milliseconds. */
  ahead = 0;
  #known = new Map<string, LobbyTable>();
  #socket: Socket | null = null;
  #retries = 0;
  #timer = 0;

  constructor() {
    document.addEventListener("visibilitychange", this.#look);
    this.#look();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.#disconnect();
  }

  /** When a table was set up, by the clock here. */
  created(table: LobbyTable): number {
    return table.created * 1000 - this.ahead;
  }

  /** A page that nobody looks at needs no news. */
  #look = (): void => {
    if (document.hidden) this.#disconnect();
    else if (this.#socket === null) this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = openSocket(`/api/lobby?language=${language()}`);
    this.#socket = socket;
    this.#known = new Map();
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#receive(JSON.parse(event.data) as LobbyChanges);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#retry();
    };
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #retry(): void {
    this.#disconnect();
    const delay = RETRY_DELAYS[this.#retries++] ?? RETRY_DELAYS.at(-1);
    this.#timer = window.setTimeout(this.#look, delay);
  }

  #receive({ now, changed, gone }: LobbyChanges): void {
    this.#retries = 0;
    this.ahead = now * 1000 - Date.now();
    for (const table of changed) this.#known.set(table.table, table);
    for (const id of gone) this.#known.delete(id);
    this.tables = inOrder([...this.#known.values()]);
  }
}

/** Tables with an open seat first, then the newest. */
function inOrder(tables: LobbyTable[]): LobbyTable[] {
  return tables.sort(
    (a, b) => Number(b.open.length > 0) - Number(a.open.length > 0) || b.created - a.created,
  );
}
