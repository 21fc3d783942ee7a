// Tabs that share one server: who has it, whose answer is whose, and what happens when it goes.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer, ToServer } from "../src/page/protocol";
import { TabLine, type ServerWorker, type TabProblem } from "../src/page/tabs";

type Listener = (event: Event) => void;
type Granted = (lock: Lock | null) => unknown;

/** A channel as browsers have it: everybody hears everything but their own words. */
class Room {
  readonly members: { hear: Listener; alive: boolean }[] = [];

  join(): { channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">; die: () => void } {
    const member = { hear: (() => undefined) as Listener, alive: true };
    this.members.push(member);
    return {
      channel: {
        addEventListener: (_type: string, hear: unknown) => (member.hear = hear as Listener),
        postMessage: (data: unknown) => {
          for (const other of member.alive ? this.members : []) {
            if (other !== member && other.alive) {
              queueMicrotask(() => other.alive && other.hear(new MessageEvent("message", { data })));
            }
          }
        },
      },
      die: () => (member.alive = false),
    };
  }
}

/** Locks of one browser; `owner` stands for a tab. */
class Locks {
  readonly #held = new Map<string, { owner: number; fail: (error: Error) => void }>();
  readonly #waiting: { name: string; owner: number; grant: () => void }[] = [];

  for(owner: number): LockManager {
    const request = (name: string, options: LockOptions | Granted, work?: Granted): Promise<unknown> =>
      new Promise((done, fail) => {
        const held = (work ?? options) as Granted;
        const grant = (): void => {
          this.#held.set(name, { owner, fail });
          void Promise.resolve(held(null)).then((found) => {
            if (this.#held.get(name)?.owner === owner) this.#free(name);
            done(found);
          });
        };
        if (typeof options === "object" && options.steal) {
          this.#held.get(name)?.fail(new Error("stolen"));
          grant();
        } else if (this.#held.has(name)) this.#waiting.push({ name, owner, grant });
        else grant();
      });
    return { request } as unknown as LockManager;
  }

  /** A tab is gone, and its locks with it. */
  die(owner: number): void {
    for (const [n, one] of [...this.#waiting.entries()].reverse()) {
      if (one.owner === owner) this.#waiting.splice(n, 1);
    }
    for (const [name, one] of [...this.#held]) if (one.owner === owner) this.#free(name);
  }

  #free(name: string): void {
    this.#held.delete(name);
    const next = this.#waiting.findIndex((one) => one.name === name);
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.grant();
  }
}

class FakeWorker implements ServerWorker {
  onmessage: ((event: MessageEvent<FromServer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly heard: ToServer[] = [];
  ended = false;

  postMessage(message: ToServer): void {
    this.heard.push(message);
  }
  tell(data: FromServer): void {
    this.onmessage?.(new MessageEvent("message", { data }));
  }
  terminate(): void {
    this.ended = true;
  }
}

class Tab {
  readonly workers: FakeWorker[] = [];
  readonly heard: FromServer[] = [];
  readonly problems: (TabProblem | null)[] = [];
  readonly line: TabLine;
  readonly #die: () => void;

  constructor(room: Room, locks: Locks | null, number: number, version = "one") {
    const { channel, die } = room.join();
    this.#die = () => {
      die();
      locks?.die(number);
    };
    this.line = new TabLine({
      start: () => {
        this.workers.push(new FakeWorker());
        return this.worker;
      },
      version,
      locks: locks?.for(number),
      channel,
      told: (problem) => this.problems.push(problem),
    });
    this.line.heard = (message) => this.heard.push(message);
  }

  get worker(): FakeWorker {
    const found = this.workers.at(-1);
    if (!found) throw new Error("this tab has no server");
    return found;
  }

  die(): void {
    this.#die();
  }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10);
const GET = { method: "GET", path: "/api/home", language: "en", body: "" } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function twoTabs(): Promise<[Tab, Tab, Locks]> {
  const room = new Room();
  const locks = new Locks();
  const [first, second] = [new Tab(room, locks, 1), new Tab(room, locks, 2)];
  first.line.start();
  await settle();
  second.line.start();
  await settle();
  return [first, second, locks];
}

test("one tab has the server, and each hears its own answers", async () => {
  const [first, second] = await twoTabs();
  expect([first.line.role, second.line.role]).toEqual(["server", "guest"]);
  expect(second.workers).toHaveLength(0);
  first.line.send({ ask: 1, ...GET });
  second.line.send({ ask: 1, ...GET });
  await settle();
  const numbers = first.worker.heard.map((one) => ("ask" in one ? one.ask : 0));
  expect(numbers).toEqual([1, 2]);
  for (const answer of [2, 1]) first.worker.tell({ answer, status: 200, type: "", body: `${answer}` });
  await settle();
  expect(first.heard).toEqual([{ answer: 1, status: 200, type: "", body: "1" }]);
  expect(second.heard).toEqual([{ answer: 1, status: 200, type: "", body: "2" }]);
});

test("sockets are told apart by tab until they close", async () => {
  const [first, second] = await twoTabs();
  second.line.send({ open: 7, path: "/api/tables/abc/play" });
  second.line.send({ say: 7, text: "hello" });
  await settle();
  expect(first.worker.heard).toEqual([
    { open: 1, path: "/api/tables/abc/play" },
    { say: 1, text: "hello" },
  ]);
  first.worker.tell({ socket: 1, kind: "text", text: "news" });
  first.worker.tell({ socket: 1, kind: "close", code: 1000 });
  first.worker.tell({ socket: 1, kind: "text", text: "too late" });
  await settle();
  expect(second.heard).toEqual([
    { socket: 7, kind: "text", text: "news" },
    { socket: 7, kind: "close", code: 1000 },
  ]);
  expect(first.heard).toEqual([]);
});

test("a tab that comes later learns how the server is", async () => {
  const room = new Room();
  const locks = new Locks();
  const first = new Tab(room, locks, 1);
  first.line.start();
  await settle();
  first.worker.tell({ progress: { stage: "python", part: 0.5 } });
  first.worker.tell({ ready: true });
  const second = new Tab(room, locks, 2);
  second.line.send({ ask: 3, ...GET }); // before it knows who has the server
  await settle();
  expect(second.heard).toEqual([{ progress: { stage: "python", part: 0.5 } }, { ready: true }]);
  expect(first.worker.heard).toEqual([{ ask: 1, ...GET }]);
});

test("when the tab with the server dies, the next has one at once", async () => {
  const [first, second] = await twoTabs();
  second.line.send({ ask: 1, ...GET });
  await settle();
  first.die();
  await settle();
  expect(second.line.role).toBe("server");
  expect(second.heard).toEqual([{ lost: true }]);
  second.line.send({ ask: 2, ...GET });
  expect(second.worker.heard).toEqual([{ ask: 1, ...GET }]);
});

test("a third tab follows to the new server", async () => {
  const room = new Room();
  const locks = new Locks();
  const tabs = [1, 2, 3].map((number) => new Tab(room, locks, number));
  for (const tab of tabs) {
    tab.line.start();
    await settle();
  }
  tabs[0]?.die();
  await settle();
  expect(tabs[2]?.heard).toEqual([{ lost: true }]);
  tabs[2]?.line.send({ ask: 1, ...GET });
  await settle();
  expect(tabs[1]?.worker.heard).toEqual([{ ask: 1, ...GET }]);
});

test("the sockets of a tab that dies are shut", async () => {
  const [first, second] = await twoTabs();
  second.line.send({ open: 1, path: "/api/tables/abc/play" });
  await settle();
  second.die();
  await settle();
  expect(first.worker.heard.at(-1)).toEqual({ shut: 1, code: 1001 });
});

test("a tab that does not answer loses the server to one that is looked at", async () => {
  const room = new Room();
  const locks = new Locks();
  const frozen = room.join();
  locks
    .for(1)
    .request("ekiben-server", () => new Promise(() => undefined))
    .catch(() => undefined); // it does not even notice
  const second = new Tab(room, locks, 2);
  second.line.start();
  frozen.channel.postMessage({ kind: "here", version: "one" });
  await settle();
  expect(second.line.role).toBe("guest");
  await vi.advanceTimersByTimeAsync(13_000);
  expect(second.line.role).toBe("server");
});

test("another version is told, and can be replaced", async () => {
  const room = new Room();
  const locks = new Locks();
  const [old, fresh] = [new Tab(room, locks, 1), new Tab(room, locks, 2, "two")];
  old.line.start();
  await settle();
  fresh.line.start();
  await settle();
  expect(fresh.problems.at(-1)).toBe("other-version");
  fresh.line.takeOver();
  await settle();
  expect([old.line.role, fresh.line.role]).toEqual(["guest", "server"]);
  expect(old.workers[0]?.ended).toBe(true);
  expect(old.problems.at(-1)).toBe("other-version");
  expect(fresh.problems.at(-1)).toBe(null);
});

test("without locks a second tab says that the game is open already", async () => {
  const room = new Room();
  const [first, second] = [new Tab(room, null, 1), new Tab(room, null, 2)];
  first.line.start();
  await vi.advanceTimersByTimeAsync(2000);
  second.line.start();
  await vi.advanceTimersByTimeAsync(2000);
  expect(first.line.role).toBe("server");
  expect(second.workers).toHaveLength(0);
  expect(second.problems.at(-1)).toBe("already-open");
});

test("a server that failed is started anew from any tab", async () => {
  const [first, second] = await twoTabs();
  first.worker.tell({ failed: "no room", why: "memory" });
  await settle();
  second.line.restart();
  await settle();
  expect(first.workers).toHaveLength(2);
  expect(first.heard.at(-1)).toEqual({ lost: true });
  expect(second.heard.at(-1)).toEqual({ lost: true });
});
