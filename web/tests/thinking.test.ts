// The pool of thinking workers: who gets whose calls, and what happens when a worker fails.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type Answers, type Listener, Thinking, type WorkerLine, workerCount } from "../src/page/thinking";
import type { Bytes, FromThinkingWorker, SentCall, ToThinkingWorker } from "../src/page/thinking-messages";

/** A worker that answers when the test says so. */
class FakeWorker implements WorkerLine {
  heard: ToThinkingWorker[] = [];
  isGone = false;

  constructor(readonly listener: Listener) {}

  postMessage(message: ToThinkingWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isGone = true;
  }

  say(message: FromThinkingWorker): void {
    this.listener.hear(message);
  }

  /** The kernels it was asked to call. */
  get calls(): string[] {
    return this.heard.flatMap((message) => ("call" in message ? [message.call.kernel] : []));
  }

  /** Answer the last call with its bytes, each one more. */
  finish(value = 0): void {
    const last = this.heard.findLast((message) => "call" in message);
    if (last === undefined || !("call" in last)) throw new Error("nothing was asked");
    this.say({ outcome: { value }, bytes: last.bytes.map((byte) => byte + 1) });
  }
}

const MODULE = { module: {} as WebAssembly.Module, signatures: {} };
let workers: FakeWorker[] = [];
let pool: Thinking;

function newPool(size: number, load = () => Promise.resolve(MODULE)): Thinking {
  workers = [];
  return new Thinking(size, startFake, load);
}

function startFake(listener: Listener): FakeWorker {
  const worker = new FakeWorker(listener);
  workers.push(worker);
  return worker;
}

function worker(n: number): FakeWorker {
  const found = workers[n];
  if (found === undefined) throw new Error(`there is no worker ${n}`);
  return found;
}

/** Start all workers that are there. */
async function startAll(): Promise<void> {
  void pool.ready();
  await Promise.resolve();
  await Promise.resolve();
  for (const one of workers) one.say({ ready: true });
}

function sent(...names: string[]): [string, Bytes] {
  const calls = names.map((kernel, at): SentCall => ({
    kernel,
    arguments: [{ type: "uint8", shape: [1], at: 0 }],
    bytes: { at, size: 1 },
  }));
  return [JSON.stringify(calls), Uint8Array.from(names, (_, n) => 10 * n)];
}

function outcomes(answers: Answers): unknown {
  return JSON.parse(answers.outcomes);
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.useFakeTimers();
  pool = newPool(2);
});

afterEach(() => vi.useRealTimers());

test("one core stays free for the page, and no more than eight think", () => {
  expect([1, 2, 4, 9, 64].map(workerCount)).toEqual([1, 1, 3, 8, 8]);
});

test("no worker is started before the first search", () => {
  expect(workers).toEqual([]);
});

test("answers come in the order of the calls, with their bytes", async () => {
  await startAll();
  const answers = pool.call(1, ...sent("a", "b", "c"));
  expect([worker(0).calls, worker(1).calls]).toEqual([["a"], ["b"]]);
  worker(1).finish(2);
  worker(0).finish(1);
  worker(1).finish(3);
  const found = await answers;
  expect(outcomes(found)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  expect([...found.bytes]).toEqual([1, 11, 21]);
});

test("calls that come early wait until a worker is ready", async () => {
  const answers = pool.call(1, ...sent("a"));
  await startAll();
  worker(0).finish(7);
  expect(outcomes(await answers)).toEqual([{ value: 7 }]);
});

test("searches take turns", async () => {
  pool = newPool(1);
  await startAll();
  void pool.call(1, ...sent("a1", "a2", "a3"));
  void pool.call(2, ...sent("b1", "b2"));
  for (let n = 0; n < 5; n++) worker(0).finish();
  expect(worker(0).calls).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("what is kept is sent once to each worker that needs it", async () => {
  await startAll();
  pool.keep(5, Uint8Array.of(1, 2));
  const call: SentCall = { kernel: "k", arguments: [{ keep: 5 }, { keep: 5, type: "int8", shape: [2] }, { size: 9, start: [{ keep: 5 }] }], bytes: { at: 0, size: 0 } };
  for (const ticket of [1, 2]) {
    void pool.call(ticket, JSON.stringify([call]), new Uint8Array(0));
    worker(0).finish();
  }
  expect(worker(0).heard.filter((message) => "keep" in message)).toHaveLength(1);
  expect(worker(1).heard.filter((message) => "keep" in message)).toHaveLength(0);
  pool.forget(5);
  expect(worker(0).heard.at(-1)).toEqual({ forget: 5 });
  expect(worker(1).heard.some((message) => "forget" in message)).toBe(false);
});

test("a cancelled search gives its turn to others", async () => {
  pool = newPool(1);
  await startAll();
  void pool.call(1, ...sent("a1", "a2"));
  void pool.call(2, ...sent("b1"));
  pool.cancel(1);
  worker(0).finish();
  expect(worker(0).calls).toEqual(["a1", "b1"]);
});

test("a trap is told, and another worker takes the place of the one that trapped", async () => {
  await startAll();
  const answers = pool.call(1, ...sent("a", "b"));
  worker(0).say({ outcome: { error: "unreachable" }, bytes: new Uint8Array(1) });
  worker(1).finish(4);
  expect(outcomes(await answers)).toEqual([{ error: "unreachable" }, { value: 4 }]);
  expect(worker(0).isGone).toBe(true);
  await Promise.resolve();
  expect(workers).toHaveLength(3);
});

test("a worker that does not answer is replaced", async () => {
  await startAll();
  const answers = pool.call(1, ...sent("a"));
  vi.advanceTimersByTime(60_000);
  expect(outcomes(await answers)).toEqual([{ error: "it does not answer" }]);
  expect(worker(0).isGone).toBe(true);
});

test("where no worker can start, Python is told at once, now and later", async () => {
  const early = pool.call(1, ...sent("a"));
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < workers.length; n++) {
    worker(n).listener.fail("blocked");
    await vi.advanceTimersByTimeAsync(0);
  }
  await pool.ready();
  expect(outcomes(await early)).toEqual([{ error: "blocked" }]);
  expect(outcomes(await pool.call(2, ...sent("b")))).toEqual([{ error: "no workers" }]);
});

test("a module that cannot be had is no reason to wait", async () => {
  pool = newPool(2, () => Promise.reject(new Error("offline")));
  const answers = pool.call(1, ...sent("a"));
  await pool.ready();
  expect(outcomes(await answers)).toEqual([{ error: "Error: offline" }]);
});
