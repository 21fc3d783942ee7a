// A table that is being played: one WebSocket, resumed from the last sequence number whenever the network comes back.
import { resetSeat } from "./seat-access";
import { ask, Problem } from "./http";
import { language, t } from "./i18n.svelte";
import type { Language } from "./settings.svelte";
import { Table } from "./table.svelte";
import type { Because, Facts, Hello, Incoming, Refused, Snapshot, TableInfo, Update } from "./wire";

export type Connection = "connecting" | "open" | "lost";
type Answer = { done: (value: Incoming | null) => void };

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const SIGNED_OUT = 4001, NOT_HERE = 4004;
const CHECKS = [250, 1000, 3000];      // milliseconds: another window of this browser may just be getting a fresh cookie

export class LiveTable extends Table {
  connection = $state<Connection>("connecting");
  waiting = $state("");
  fault = $state("");
  refusal = $state.raw<Refused | null>(null);
  nextTable = $state<string | null>(null);
  commit = $state<string | null>(null);
  /** This browser has no seat here any more: it was reset from another one. */
  signedOut = $state(false);
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #closed = false;
  #requests = 0;
  #latest = -1;
  #answers = new Map<number, Answer>();
  #because = new Map<string, Promise<Because>>();
  #looking: number | null = null;

  constructor(readonly id: string, readonly info: TableInfo, facts: Facts) {
    super();
    this.game = info.game;
    this.family = facts.family as "routes" | "lattice";
    this.options = info.options;
    this.facts = facts;
    this.held = info.you;
    this.over = info.over;
    this.sit(info);
    this.#looking = info.you.length === 1 ? info.you[0]! : null;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  static async open(id: string): Promise<LiveTable> {
    const info = await ask<TableInfo>(`/api/tables/${id}`);
    return new LiveTable(id, info, await factsOf(info));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  async act(...notations: string[]): Promise<boolean> {
    if (this.busy || this.#behind() || notations.length === 0) return false;
    return this.#doing({ type: "act", position: this.#position(), actions: notations });
  }

  async undo(): Promise<boolean> { return this.#doing({ type: "undo", position: this.#position() }); }

  why(notation: string): Promise<Because> {
    const known = this.#because.get(notation);
    if (known) return known;
    const asked = this.#ask({ type: "why", action: notation }).then((answer) => this.#reason(notation, answer));
    this.#because.set(notation, asked);
    return asked;
  }

  async plan(question: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await this.#ask({ type: "plan", ...question });
    return (answer ?? { ok: false }) as Record<string, unknown>;
  }

  /** Something newer than what is shown has come: a press now was meant for what is gone. */
  #behind(): boolean { return !this.idle && this.seq < this.#latest; }

  /** The position an action answers: the one that is shown. */
  #position(): number { return this.idle ? this.#latest : this.seq; }

  look(seat: number | null): void {
    this.#looking = seat;
    this.#send({ type: "look", seat });
  }

  speak(next: Language): void { this.#send({ type: "language", language: next }); }
  leave(seat: number, level: string): Promise<boolean> { return this.#doing({ type: "leave", seat, level }); }
  back(seat: number): Promise<boolean> { return this.#doing({ type: "back", seat }); }
  replace(seat: number, level: string): Promise<boolean> { return this.#doing({ type: "replace", seat, level }); }

  /** Everything else that opens the seat becomes void; this page comes back with a fresh token. */
  async signOutOthers(seat: number): Promise<void> {
    try { await resetSeat(this.id, seat); } finally { this.#hurry(); }
  }

  #reason(notation: string, answer: Incoming | null): Because {
    if (answer?.type === "because") return answer;
    this.#because.delete(notation);
    const text = answer?.type === "refused" ? answer.text : t("web.connection.lost");
    return { action: notation, legal: false, clause: null, text, short: null };
  }

  /** Send what changes the table; true when it was done. */
  async #doing(message: Record<string, unknown>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer = await this.#ask(message);
    this.busy = false;
    if (answer?.type === "refused") this.#refused(answer);
    return answer?.type === "done";
  }

  #refused(refused: Refused): void {
    this.refusal = refused;
    this.announceSentence(refused.text);
  }

  /** Every request has one answer; none comes where the network is gone. */
  #ask(message: Record<string, unknown>): Promise<Incoming | null> {
    const request = ++this.#requests;
    return new Promise((done) => {
      if (this.#send({ ...message, request })) this.#answers.set(request, { done });
      else done(null);
    });
  }

  #send(message: Record<string, unknown>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ request: ++this.#requests, ...message }));
    return true;
  }

  #connect(): void {
    const query = new URLSearchParams({ language: language(), since: String(this.#latest) });
    if (this.#looking !== null) query.set("seat", String(this.#looking));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/play?${query}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Incoming);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === NOT_HERE && event.reason === "no-table") this.#gone();
      else this.#lost(event.code === SIGNED_OUT || event.code === NOT_HERE);
    };
  }

  #lost(refused: boolean): void {
    this.#socket = null;
    for (const one of this.#answers.values()) one.done(null);
    this.#answers.clear();
    this.busy = false;
    if (this.#closed) return;
    this.connection = "lost";
    if (refused && this.held.length > 0) this.#check(0);
    else this.#later(() => this.#connect(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]!);
  }

  #later(work: () => void, wait: number): void { this.#timer = window.setTimeout(work, wait); }

  /** The server has let this page go: whether the browser still has its seat is asked a few times, then it is believed. */
  #check(times: number): void {
    this.#later(async () => {
      const still = await this.#stillSeated();
      if (this.#closed || this.#socket !== null) return;
      if (still) this.#lost(false);
      else if (times + 1 < CHECKS.length) this.#check(times + 1);
      else this.#end();
    }, CHECKS[times]!);
  }

  async #stillSeated(): Promise<boolean> {
    try {
      const { you } = await ask<TableInfo>(`/api/tables/${this.id}`);
      if (this.#looking === null || !you.includes(this.#looking)) this.#looking = you.length === 1 ? you[0]! : null;
      return you.length > 0;
    } catch (error) {
      return !(error instanceof Problem) || error.status === 0 || error.status >= 429;
    }
  }

  #end(): void {
    this.close();
    this.signedOut = true;
  }

  /** The table has expired: there is nothing to come back to. */
  #gone(): void {
    this.close();
    this.connection = "open";
    this.fault = t("server.errors.no-table");
  }

  #hurry = (): void => {
    if (this.#socket !== null || this.#closed || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #hear(message: Incoming): void {
    if (message.type !== "wait") this.waiting = "";
    if (message.type === "hello") this.#welcome(message);
    else if (message.type === "snapshot") this.#whole(message);
    else if (message.type === "update") this.#step(message);
    else if (message.type === "seats") this.#peopled(message);
    else if (message.type === "again") this.nextTable = message.table;
    else if (message.type === "wait") this.waiting = message.text;
    else this.#answered(message);
  }

  #welcome(hello: Hello): void {
    this.connection = "open";
    this.#tries = 0;
    this.sit(hello);
    this.held = hello.seats;
    this.me = hello.looking;
    this.commit = hello.commit;
    this.nextTable = hello.again;
  }

  #peopled(message: Extract<Incoming, { type: "seats" }>): void {
    this.#latest = Math.max(this.#latest, message.seq);
    this.sit(message);
  }

  #whole(snapshot: Snapshot): void {
    this.#latest = snapshot.seq;
    this.#because.clear();
    this.me = snapshot.looking;
    this.fault = snapshot.fault ?? "";
    this.reset(snapshot.scene, snapshot);
  }

  #step(update: Update): void {
    if (update.seq <= this.#latest) return;
    this.#latest = update.seq;
    this.#because.clear();
    this.enqueue(update);
  }

  #answered(message: Extract<Incoming, { request: number | null }>): void {
    const answer = this.#answers.get(message.request ?? -1);
    this.#answers.delete(message.request ?? -1);
    if (answer) answer.done(message);
    else if (message.type === "refused") this.#refused(message);
  }
}

/** The board of a table or record: an older one by the rules of its time. */
export async function factsOf({ game, rules, options }: Pick<TableInfo, "game" | "rules" | "options">): Promise<Facts> {
  const query = new URLSearchParams(Object.entries(options).map(([key, value]) => ["set", `${key}=${String(value)}`]));
  query.set("rules", String(rules));
  return ask<Facts>(`/api/facts/${game}?${query}`);
}
