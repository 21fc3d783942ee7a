// What the page and its server worker say to each other: plain objects, posted as messages. A tab
// that does not have the worker sends the same messages to the tab that has it.
import type { Language } from "../lib/settings.svelte";

/** The first message to a worker: where the page's own files are, as an absolute address. */
export interface Start {
  start: string;
}

/** A request to the app; `ask` is its number. */
export interface Ask {
  ask: number;
  method: "GET" | "POST";
  /** With its query: `/api/tables/abc/record?as=full`. */
  path: string;
  language: Language;
  body: string;
}

/** Open a socket; `open` is its number from now on. */
export interface Open {
  open: number;
  path: string;
}

export interface Say {
  say: number;
  text: string;
}

export interface Shut {
  shut: number;
  code: number;
}

/** What the player wants when games cannot be saved: play in memory, try again, or give the move up. */
export type StorageDecision = "memory" | "again" | "stop";

export interface Decide {
  decide: StorageDecision;
}

export type ToServer = Start | Ask | Open | Say | Shut | Decide;

/** The answer to the request of this number. */
export interface Answer {
  answer: number;
  status: number;
  /** The content type. */
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** Something happened to the socket of this number. */
export interface SocketNews {
  socket: number;
  kind: "open" | "text" | "close";
  text?: string;
  code?: number;
  reason?: string;
}

/** What a start consists of, in this order. */
export const STAGES = ["download", "python", "games", "tables"] as const;
export type Stage = (typeof STAGES)[number];

/** How far the whole start is, from 0 to 1, and what is being done. */
export interface Progress {
  progress: { stage: Stage; part: number };
}

export interface Ready {
  ready: true;
}

/** Why there is no server: each has its own advice in the texts, under `web.page.failed`. */
export const FAILURES = ["no-wasm", "file", "memory", "storage", "other"] as const;
export type Failure = (typeof FAILURES)[number];

/** The worker cannot go on; `failed` is for a developer, `why` chooses the words for the player. */
export interface Failed {
  failed: string;
  why: Failure;
}

/** The server is gone and another one will answer: open requests and sockets are void. */
export interface Lost {
  lost: true;
}

/** Why games cannot be saved; `memory` if the player goes on without. The texts are under `web.page.storage`. */
export type StorageProblem = "blocked" | "full" | "newer" | "failed" | "memory";

/** Something has happened to where games are kept; null when all is well again. */
export interface StorageNews {
  storage: StorageProblem | null;
}

export type FromServer = Answer | SocketNews | Progress | Ready | Failed | Lost | StorageNews;

/** Where messages go and come from: a worker of this tab, or another tab. */
export interface Line {
  /** Start the server, unless it runs already; the first message starts it too. */
  start: () => void;
  send: (message: Exclude<ToServer, Start>) => void;
  /** Set once, before anything is sent. */
  heard: (message: FromServer) => void;
  /** Start the server anew after a failure. */
  restart: () => void;
}
