// Several tabs, one server. The tab that holds the lock has the server worker; the others send the
// same messages to it over a channel. The browser gives the lock to the next tab when the first is
// closed or dies, and that tab starts a server of its own from what is stored.
import type { FromServer, Line, ToServer } from "./protocol";

export const LOCK = "ekiben-server";
export const CHANNEL = "ekiben-tabs";
const PATIENCE = 10_000; // milliseconds without any sign from the tab that has the server
const CALL_EVERY = 1500; // milliseconds

/** The worker, as a tab has it; it has been told where its files are. */
export interface ServerWorker {
  postMessage(message: ToServer): void;
  onmessage: ((event: MessageEvent<FromServer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Between tabs: `tab` is who asks or is answered; nobody in particular if it is left out. */
type Call =
  | { kind: "ask"; tab: string; message: ToServer }
  | { kind: "tell"; tab?: string; message: FromServer }
  /** A tab has come and wants to know how the server is. */
  | { kind: "hello"; tab: string }
  /** Is the tab with the server still there? */
  | { kind: "call" }
  /** It is. */
  | { kind: "here"; version: string }
  /** Another tab has the server now. */
  | { kind: "moved" }
  /** Somebody wants the server to start anew. */
  | { kind: "restart" };

/** What a tab is for the others. */
export type Role = "waiting" | "server" | "guest";
/** Why this tab has no server: another version is open, or the browser cannot tell tabs apart. */
export type TabProblem = "other-version" | "already-open";

export interface Surroundings {
  /** Starts the server worker. */
  start: () => ServerWorker;
  version: string;
  locks: LockManager | undefined;
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  /** Called with what stands in the way, and with null when it is gone. */
  told: (problem: TabProblem | null) => void;
}

/** Messages that tell how the server is, for tabs that come later. */
type Standing = "progress" | "ready" | "failed" | "storage";
const STANDING: readonly Standing[] = ["progress", "ready", "failed", "storage"];

/** The line to the one server of all tabs. */
export class TabLine implements Line {
  heard: (message: FromServer) => void = () => undefined;
  role: Role = "waiting";
  readonly id = Array.from(crypto.getRandomValues(new Uint32Array(3))).join("-");
  #host: Host | null = null;
  #lastSign = performance.now();
  #unsent: ToServer[] = [];
  #started = false;
  #release: () => void = () => undefined;

  constructor(readonly around: Surroundings) {}

  /** Find the tab that has the server, or become it. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { channel, locks } = this.around;
    channel.addEventListener("message", (event) => {
      this.#receive((event as MessageEvent<Call>).data);
    });
    if (locks) {
      void locks.request(tabLock(this.id), () => new Promise(() => undefined));
      void this.#standInLine(locks);
    } else void this.#askWhoIsThere();
    this.#call({ kind: "hello", tab: this.id });
    setInterval(() => this.#checkServer(), CALL_EVERY);
  }

  send(message: ToServer): void {
    this.start();
    if (this.#host) this.#host.ask(this.id, message);
    else if (this.role === "waiting") this.#unsent.push(message);
    else this.#call({ kind: "ask", tab: this.id, message });
  }

  /** Start the server anew, here or in the tab that has it. */
  restart(): void {
    if (!this.#host) {
      this.#call({ kind: "restart" });
      return;
    }
    this.#host.restart();
    this.heard({ lost: true }); // what is asked again goes to the new worker
    this.#call({ kind: "moved" });
  }

  /** Take the server from a tab that does not answer or is of another version. */
  takeOver(): void {
    if (this.around.locks) void this.#standInLine(this.around.locks, true);
    else this.#becomeServer(); // of two servers that write, one is refused: nothing breaks
  }

  /** Let the next tab have the server at once. */
  leave(): void {
    this.#host?.end();
    this.#release();
  }

  // ---- the lock
  async #standInLine(locks: LockManager, steal = false): Promise<void> {
    const held = async (): Promise<void> => {
      if (this.#host) return; // an earlier request of this tab was granted already
      this.#becomeServer();
      await new Promise<void>((done) => (this.#release = done));
    };
    try {
      await locks.request(LOCK, { steal }, held);
    } catch {
      this.#loseServer(); // another tab took over
      void this.#standInLine(locks);
    }
  }

  /** Without locks: whoever gets no answer has the server. */
  async #askWhoIsThere(): Promise<void> {
    await new Promise((done) => setTimeout(done, CALL_EVERY));
    if (this.role !== "guest") this.#becomeServer();
  }

  #becomeServer(): void {
    const before = this.role;
    this.role = "server";
    this.#host = new Host(this.around, (tab, message) => this.#deliver(tab, message));
    this.around.told(null);
    if (before === "guest") this.heard({ lost: true });
    this.#call({ kind: "moved" });
    this.#sendUnsent();
  }

  #sendUnsent(): void {
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const message of unsent) this.send(message);
  }

  #loseServer(): void {
    this.#host?.end();
    this.#host = null;
    this.role = "guest";
    this.heard({ lost: true });
  }

  // ---- between tabs
  #receive(call: Call): void {
    if (this.#host) this.#serve(this.#host, call);
    else this.#listen(call);
  }

  #serve(host: Host, call: Call): void {
    if (call.kind === "call" || call.kind === "hello") {
      this.#call({ kind: "here", version: this.around.version });
    }
    if (call.kind === "hello") {
      for (const message of host.standing()) this.#call({ kind: "tell", tab: call.tab, message });
    }
    if (call.kind === "ask") host.ask(call.tab, call.message);
    if (call.kind === "restart") this.restart();
  }

  #listen(call: Call): void {
    if (call.kind === "moved") {
      this.role = "waiting";
      this.heard({ lost: true });
      this.#call({ kind: "hello", tab: this.id });
    }
    if (call.kind === "here") this.#greet(call.version);
    if (call.kind === "tell" && (call.tab ?? this.id) === this.id) this.#hear(call.message);
  }

  #greet(version: string): void {
    this.#lastSign = performance.now();
    this.role = "guest";
    this.around.told(this.#problem(version));
    this.#sendUnsent();
  }

  /** Without locks no tab could take over when the other one dies. */
  #problem(version: string): TabProblem | null {
    if (version !== this.around.version) return "other-version";
    return this.around.locks ? null : "already-open";
  }

  #hear(message: FromServer): void {
    this.#lastSign = performance.now();
    this.heard(message);
  }

  #deliver(tab: string | undefined, message: FromServer): void {
    if (tab === undefined || tab === this.id) this.heard(message);
    if (tab !== this.id) this.#call({ kind: "tell", tab, message });
  }

  #call(call: Call): void {
    this.around.channel.postMessage(call);
  }

  /** A tab that the system has frozen keeps the lock: somebody who looks at another tab takes over. */
  #checkServer(): void {
    if (this.role !== "guest" || document.hidden) {
      this.#lastSign = performance.now();
      return;
    }
    if (performance.now() - this.#lastSign > PATIENCE) this.takeOver();
    else this.#call({ kind: "call" });
  }
}

/** The lock that a tab holds as long as it lives. */
function tabLock(tab: string): string {
  return `ekiben-tab-${tab}`;
}

/** The server worker of this tab, and whose request or socket each of its numbers is. */
class Host {
  #worker: ServerWorker;
  readonly #owners = new Map<number, { tab: string; number: number }>();
  readonly #tabs = new Set<string>();
  readonly #standing = new Map<Standing, FromServer>();
  #last = 0;

  constructor(
    readonly around: Pick<Surroundings, "start" | "locks">,
    readonly deliver: (tab: string | undefined, message: FromServer) => void,
  ) {
    this.#worker = this.#begin();
  }

  #begin(): ServerWorker {
    const worker = this.around.start();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = ({ message }) => this.#hear({ failed: message, why: "file" });
    return worker;
  }

  restart(): void {
    this.end();
    this.#worker = this.#begin();
  }

  end(): void {
    this.#worker.terminate();
    this.#owners.clear();
    this.#standing.clear();
  }

  standing(): FromServer[] {
    return [...this.#standing.values()];
  }

  ask(tab: string, message: ToServer): void {
    this.#watch(tab);
    this.#worker.postMessage(this.#numbered(tab, message));
  }

  /** Notice when a tab dies: its lock is free then. */
  #watch(tab: string): void {
    if (this.#tabs.has(tab)) return;
    this.#tabs.add(tab);
    void this.around.locks?.request(tabLock(tab), () => this.leave(tab));
  }

  /** Shut the sockets of a tab that has gone. */
  leave(tab: string): void {
    for (const [shut, owner] of this.#owners) {
      if (owner.tab !== tab) continue;
      this.#worker.postMessage({ shut, code: 1001 });
      this.#owners.delete(shut);
    }
  }

  /** Tabs count their requests and sockets by themselves: here each has a number of its own. */
  #numbered(tab: string, message: ToServer): ToServer {
    if ("ask" in message) return { ...message, ask: this.#number(tab, message.ask) };
    if ("open" in message) return { ...message, open: this.#number(tab, message.open) };
    if ("say" in message) return { ...message, say: this.#find(tab, message.say) };
    return "shut" in message ? { ...message, shut: this.#find(tab, message.shut) } : message;
  }

  #number(tab: string, number: number): number {
    this.#last += 1;
    this.#owners.set(this.#last, { tab, number });
    return this.#last;
  }

  #find(tab: string, number: number): number {
    const known = [...this.#owners].filter(([, one]) => one.tab === tab && one.number === number);
    return known.at(-1)?.[0] ?? -1;
  }

  #hear(message: FromServer): void {
    if ("answer" in message) this.#pass(message.answer, true, (answer) => ({ ...message, answer }));
    else if ("socket" in message) {
      this.#pass(message.socket, message.kind === "close", (socket) => ({ ...message, socket }));
    } else this.#tellAll(message);
  }

  #pass(number: number, isLast: boolean, renumber: (own: number) => FromServer): void {
    const owner = this.#owners.get(number);
    if (owner) this.deliver(owner.tab, renumber(owner.number));
    if (isLast) this.#owners.delete(number);
  }

  #tellAll(message: FromServer): void {
    for (const kind of STANDING) if (kind in message) this.#standing.set(kind, message);
    this.deliver(undefined, message);
  }
}
