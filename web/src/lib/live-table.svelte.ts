// A table that is being played over one WebSocket. Whenever the network comes back, the connection
// resumes from the last sequence number that arrived.
import type { Advice } from "../generated/messages";
import { ChatRoom, type ChatLine, type Phrase } from "./chat.svelte";
import { ask, HttpProblem } from "./http";
import { language, t } from "./i18n.svelte";
import { NoticeTeller } from "./notices";
import { resetSeat } from "./seat-access";
import type { Language } from "./settings.svelte";
import { Table, type TableStart } from "./table.svelte";
import { toasts } from "./toasts.svelte";
import { OPEN, openSocket, type Socket } from "./transport";
import { eventsTold, Witness } from "./witness";
import type {
  FamilyName,
  Hello,
  Incoming,
  Mixing,
  Outgoing,
  Planned,
  PlanQuestion,
  Refused,
  Seats,
  Snapshot,
  TableInfo,
  Update,
  WhyAnswer,
} from "./wire";

export type Connection = "connecting" | "open" | "lost";
type Answer = Extract<Incoming, { request: number | null }>;

const RETRY_DELAYS = [250, 500, 1000, 2000, 4000, 8000];
/** The socket's close codes: the seat was reset, or there is nothing at this address. */
const SIGNED_OUT = 4001;
const NOT_HERE = 4004;
/** Another window of this browser may just be getting a fresh cookie: ask a few times. */
const SEAT_CHECK_DELAYS = [250, 1000, 3000];

export class LiveTable<F extends FamilyName = FamilyName> extends Table<F> {
  readonly replay = false;
  connection = $state<Connection>("connecting");
  waiting = $state("");
  fault = $state("");
  refusal = $state.raw<Refused | null>(null);
  nextTable = $state<string | null>(null);
  commit = $state<string | null>(null);
  /** What people have added to the deal so far, while nothing is dealt yet. */
  mixing = $state.raw<Mixing | null>(null);
  /** This browser has lost its seat: somebody reset it from another one. */
  signedOut = $state(false);
  readonly id: string;
  readonly info: TableInfo;
  readonly witness: Witness;
  readonly chat: ChatRoom;
  /** The seat of the newest message of somebody else, to be announced. */
  heardFrom = $state.raw<{ seat: number } | null>(null);
  #notices = new NoticeTeller();
  #socket: Socket | null = null;
  #retries = 0;
  #timer = 0;
  #closed = false;
  #requests = 0;
  /** The newest sequence number that arrived; `seq` is the one that is shown. */
  #latest = -1;
  #answers = new Map<number, (answer: Answer | null) => void>();
  #whyAnswers = new Map<string, Promise<WhyAnswer>>();
  #viewedAs: number | null;

  constructor(info: TableInfo, start: TableStart<F>) {
    super(start);
    this.id = info.table;
    this.info = info;
    this.witness = new Witness(info.table);
    this.held = info.you;
    this.over = info.over;
    this.chat = new ChatRoom(info.table, () => this.held);
    this.setSeats(info);
    this.#viewedAs = onlySeat(info.you);
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.witness.close();
    toasts.clear();
    clearTimeout(this.#timer);
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    this.#socket?.close();
  }

  // ---- what a player does
  override async act(...notations: string[]): Promise<boolean> {
    if (this.busy || this.#isBehind() || notations.length === 0) return false;
    return this.#perform({ type: "act", position: this.#position(), actions: notations });
  }

  override undo(): Promise<boolean> {
    return this.#perform({ type: "undo", position: this.#position() });
  }

  override why(notation: string): Promise<WhyAnswer> {
    const known = this.#whyAnswers.get(notation);
    if (known) return known;
    const asked = this.#request({ type: "why", action: notation }).then((answer) =>
      this.#whyAnswer(notation, answer),
    );
    this.#whyAnswers.set(notation, asked);
    return asked;
  }

  override async plan(question: PlanQuestion): Promise<Planned | Refused | null> {
    const answer = await this.#request({ type: "plan", ask: question });
    return answer?.type === "plan" || answer?.type === "refused" ? answer : null;
  }

  /** Ask the coach what matters now, and with `move` for a good move, which marks the seat. */
  async advise(move: boolean): Promise<Advice | Refused | null> {
    const answer = await this.#request({ type: "advise", position: this.#position(), move });
    return answer?.type === "advice" || answer?.type === "refused" ? answer : null;
  }

  viewAs(seat: number | null): void {
    this.#viewedAs = seat;
    this.#send({ type: "look", seat });
  }

  setLanguage(next: Language): void {
    this.#send({ type: "language", language: next });
  }

  leave(seat: number, level: string): Promise<boolean> {
    return this.#perform({ type: "leave", seat, level });
  }

  back(seat: number): Promise<boolean> {
    return this.#perform({ type: "back", seat });
  }

  replace(seat: number, level: string): Promise<boolean> {
    return this.#perform({ type: "replace", seat, level });
  }

  /** Show everybody the seal on what a seat adds to the deal. */
  seal(seat: number, seal: string): Promise<boolean> {
    return this.#perform({ type: "seal", seat, seal });
  }

  /** Open what the seat has sealed. */
  reveal(seat: number, part: string): Promise<boolean> {
    return this.#perform({ type: "reveal", seat, part });
  }

  /** Agree, or no longer agree, to let a bot play on for somebody who is away. */
  vote(seat: number, agree: boolean, level = "medium"): Promise<boolean> {
    return this.#perform({ type: "vote", seat, level, agree });
  }

  rename(seat: number, name: string): Promise<boolean> {
    return this.#perform({ type: "rename", seat, name });
  }

  /** Say something in the chat; the answer is what went wrong, or nothing. */
  async say(said: { text: string } | { phrase: Phrase }): Promise<string> {
    const seat = this.me ?? this.held[0] ?? 0;
    const answer = await this.#request({ type: "say", seat, ...said });
    if (answer?.type === "refused") return answer.text;
    return answer === null ? t("web.connection.lost") : "";
  }

  /** Void everything else that opens the seat; this page reconnects with a fresh token. */
  async signOutOthers(seat: number): Promise<void> {
    try {
      await resetSeat(this.id, seat);
    } finally {
      this.#reconnectNow();
    }
  }

  /** True if something newer has arrived than is shown: a click now was meant for the old. */
  #isBehind(): boolean {
    return !this.idle && this.seq < this.#latest;
  }

  /** The position that an action answers: the one that is shown. */
  #position(): number {
    return this.idle ? this.#latest : this.seq;
  }

  #whyAnswer(notation: string, answer: Answer | null): WhyAnswer {
    if (answer?.type === "because") return answer;
    this.#whyAnswers.delete(notation);
    const text = answer?.type === "refused" ? answer.text : t("web.connection.lost");
    return { action: notation, legal: false, clause: null, text, short: null, section: null };
  }

  /** Send what changes the table; true when the server has done it. */
  async #perform(message: Outgoing): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer = await this.#request(message);
    this.busy = false;
    if (answer?.type === "refused") this.#showRefusal(answer);
    return answer?.type === "done";
  }

  #showRefusal(refused: Refused): void {
    this.refusal = refused;
    this.announceSentence(refused.text);
  }

  // ---- requests: each has one answer, or null where the network is gone
  #request(message: Outgoing): Promise<Answer | null> {
    return new Promise((resolve) => {
      const request = this.#send(message);
      if (request === null) resolve(null);
      else this.#answers.set(request, resolve);
    });
  }

  /** The number of the request, or null when there is no connection. */
  #send(message: Outgoing): number | null {
    if (this.#socket?.readyState !== OPEN) return null;
    const request = ++this.#requests;
    this.#socket.send(JSON.stringify({ request, ...message }));
    return request;
  }

  // ---- the connection
  #connect(): void {
    const since = this.scene === null ? -1 : this.#latest;
    const query = new URLSearchParams({
      language: language(),
      since: String(since),
      chat: String(this.chat.latest),
    });
    if (this.#viewedAs !== null) query.set("seat", String(this.#viewedAs));
    const socket = openSocket(`/api/tables/${this.id}/play?${query.toString()}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#receive(JSON.parse(event.data) as Incoming<F>);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === NOT_HERE && event.reason === "no-table") this.#expire();
      else this.#disconnected(event.code === SIGNED_OUT || event.code === NOT_HERE);
    };
  }

  #disconnected(refused: boolean): void {
    this.#socket = null;
    for (const resolve of this.#answers.values()) resolve(null);
    this.#answers.clear();
    this.busy = false;
    if (this.#closed) return;
    this.connection = "lost";
    if (refused && this.held.length > 0) this.#checkSeat(SEAT_CHECK_DELAYS);
    else this.#schedule(() => this.#connect(), this.#retryDelay());
  }

  #retryDelay(): number {
    const delay = RETRY_DELAYS[this.#retries++] ?? RETRY_DELAYS.at(-1);
    return delay ?? 0;
  }

  #schedule(work: () => void, delay: number): void {
    this.#timer = window.setTimeout(work, delay);
  }

  /** The server has closed this page's connection: ask whether this browser still has its seat. */
  #checkSeat([delay, ...later]: number[]): void {
    if (delay === undefined) this.#signOut();
    else this.#schedule(() => void this.#checkSeatNow(later), delay);
  }

  async #checkSeatNow(later: number[]): Promise<void> {
    const still = await this.#stillSeated();
    if (this.#closed || this.#socket !== null) return;
    if (still) this.#disconnected(false);
    else this.#checkSeat(later);
  }

  async #stillSeated(): Promise<boolean> {
    try {
      const { you } = await ask<TableInfo>(`/api/tables/${this.id}`);
      if (this.#viewedAs === null || !you.includes(this.#viewedAs)) this.#viewedAs = onlySeat(you);
      return you.length > 0;
    } catch (error) {
      return !(error instanceof HttpProblem) || error.status === 0 || error.status >= 429;
    }
  }

  #signOut(): void {
    this.close();
    this.signedOut = true;
  }

  /** The table has expired: there is nothing to come back to. */
  #expire(): void {
    this.close();
    this.connection = "open";
    this.fault = t("server.errors.no-table");
  }

  #reconnectNow = (): void => {
    if (this.#socket !== null || this.#closed || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  // ---- what the server sends
  #receive(message: Incoming<F>): void {
    if (message.type !== "wait") this.waiting = "";
    if (message.type === "hello") this.#receiveHello(message);
    else if (message.type === "snapshot") this.#receiveSnapshot(message);
    else if (message.type === "update") this.#receiveUpdate(message);
    else if (message.type === "mixing") this.#receiveMixing(message);
    else if (message.type === "seats") this.#receiveSeats(message);
    else if (message.type === "again") this.nextTable = message.table;
    else if (message.type === "chat") this.#receiveChat(message.lines);
    else if (message.type === "wait") this.waiting = message.text;
    else this.#receiveAnswer(message);
  }

  #receiveHello(hello: Hello): void {
    this.connection = "open";
    this.#retries = 0;
    this.setSeats(hello);
    this.held = hello.seats;
    this.me = hello.looking;
    this.commit = hello.commit;
    this.nextTable = hello.again;
  }

  #receiveSeats(seats: Seats & { seq: number }): void {
    this.#latest = Math.max(this.#latest, seats.seq);
    this.setSeats(seats);
  }

  #receiveMixing(mixing: Mixing): void {
    this.#latest = mixing.seq;
    this.fault = mixing.fault ?? "";
    this.witness.keepSeal(mixing.commit, 0);
    this.mixing = mixing;
  }

  #receiveSnapshot(snapshot: Snapshot<F>): void {
    this.#latest = snapshot.seq;
    this.mixing = null;
    this.witness.keepSeal(this.commit ?? "", eventsTold(snapshot.said));
    this.witness.keepEvents(snapshot.said);
    this.#whyAnswers.clear();
    this.me = snapshot.looking;
    this.fault = snapshot.fault ?? "";
    this.showPosition(snapshot.scene, snapshot);
    this.#notices.tell(snapshot.said, this.names, this.held);
  }

  #receiveChat(lines: ChatLine[]): void {
    const seat = this.chat.receive(lines).at(-1)?.seat;
    if (seat !== undefined && !this.chat.isOpen) this.heardFrom = { seat };
  }

  #receiveUpdate(update: Update<F>): void {
    if (update.seq <= this.#latest) return;
    this.#latest = update.seq;
    this.witness.keepEvents(update.said);
    this.#whyAnswers.clear();
    this.#notices.tell(update.said, this.names, this.held);
    this.enqueue(update);
  }

  #receiveAnswer(answer: Answer): void {
    const request = answer.request ?? -1;
    const resolve = this.#answers.get(request);
    this.#answers.delete(request);
    if (resolve) resolve(answer);
    else if (answer.type === "refused") this.#showRefusal(answer);
  }
}

/** The seat to look through where there is no choice. */
function onlySeat(seats: number[]): number | null {
  return seats.length === 1 ? (seats[0] ?? null) : null;
}
