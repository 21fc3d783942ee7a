// The pool of thinking workers: the server worker's Python hands it the calls of a bot's search.
// Searches take turns, call by call, so that no table waits for another one's whole search.
import type { Signatures } from "../../ekiben-wasm/src/kernels";
import type { Bytes, FromThinkingWorker, Outcome, SentCall, ToThinkingWorker } from "./thinking-messages";

/** What the pool needs of a worker. */
export interface WorkerLine {
  postMessage(message: ToThinkingWorker, transfer: Transferable[]): void;
  terminate(): void;
}

/** Who hears what a worker says, and that it has failed. */
export interface Listener {
  hear: (message: FromThinkingWorker) => void;
  fail: (why: string) => void;
}

/** The bare module, compiled once for all workers. */
export interface ThinkingModule {
  module: WebAssembly.Module;
  signatures: Signatures;
}

/** The outcomes of calls as JSON, and the bytes of all of them one behind the other. */
export interface Answers {
  outcomes: string;
  bytes: Bytes;
}

/** Calls of one search that are made together. */
interface Round {
  ticket: number;
  waiting: Task[];
  tasks: Task[];
  left: number;
  finish: (answers: Answers) => void;
}

interface Task {
  round: Round;
  call: SentCall;
  bytes: Bytes;
  outcome?: Outcome;
}

interface Thinker {
  line: WorkerLine;
  known: Set<number>; // keys of what it keeps
  task: Task | null;
  isReady: boolean;
  deadline: ReturnType<typeof setTimeout> | undefined;
}

const MOST_WORKERS = 8;
const MOST_FAILURES = 3; // in a row, after which workers are given up
const PATIENCE = 30_000; // milliseconds, after which a worker that does not answer is replaced

/** A core for each worker but one, which the page itself needs. */
export function workerCount(cores: number): number {
  return Math.max(1, Math.min(MOST_WORKERS, cores - 1));
}

export class Thinking {
  #thinkers: Thinker[] = [];
  #module: Promise<ThinkingModule> | null = null;
  #ready: Promise<void> | null = null;
  #nowReady: () => void = () => undefined;
  #rounds: Round[] = []; // with calls that wait, the next one to be served first
  #failures = 0;
  readonly #kept = new Map<number, Bytes>();

  constructor(
    /** How many calls run at once. */
    readonly size: number,
    readonly start: (listener: Listener) => WorkerLine,
    readonly load: () => Promise<ThinkingModule>,
  ) {}

  /** Start the workers; resolves when the first of them can think, or when none ever will. */
  ready(): Promise<void> {
    this.#ready ??= new Promise((resolve) => {
      this.#nowReady = resolve;
      this.#fill();
    });
    return this.#ready;
  }

  /** Keep bytes that many calls need; they are sent once to each worker that needs them. */
  keep(key: number, bytes: Bytes): void {
    this.forget(key);
    this.#kept.set(key, bytes);
  }

  forget(key: number): void {
    this.#kept.delete(key);
    for (const thinker of this.#thinkers)
      if (thinker.known.delete(key)) thinker.line.postMessage({ forget: key }, []);
  }

  /** Make calls, given as JSON and the bytes of all of them. */
  call(ticket: number, calls: string, bytes: Bytes): Promise<Answers> {
    void this.ready();
    return new Promise((finish) => {
      const round: Round = { ticket, waiting: [], tasks: [], left: 0, finish };
      for (const call of JSON.parse(calls) as SentCall[]) round.tasks.push({ round, call, bytes: slice(bytes, call) });
      round.waiting.push(...round.tasks);
      round.left = round.tasks.length;
      this.#rounds.push(round);
      this.#distribute();
    });
  }

  /** Nobody waits for these calls any more: those that have not begun are dropped. */
  cancel(ticket: number): void {
    this.#rounds = this.#rounds.filter((round) => round.ticket !== ticket);
  }

  // ---- workers
  #fill(): void {
    this.#module ??= this.load();
    this.#module.then(
      (loaded) => {
        while (this.#thinkers.length < this.size) this.#begin(loaded);
      },
      (error: unknown) => this.#giveUp(String(error)),
    );
  }

  #begin({ module, signatures }: ThinkingModule): void {
    const line = this.start({
      hear: (message) => this.#hear(thinker, message),
      fail: (why) => this.#lose(thinker, why),
    });
    const thinker: Thinker = { line, known: new Set(), task: null, isReady: false, deadline: undefined };
    this.#thinkers.push(thinker);
    line.postMessage({ start: module, signatures }, []);
  }

  #hear(thinker: Thinker, message: FromThinkingWorker): void {
    if ("failed" in message) this.#lose(thinker, message.failed);
    else if ("ready" in message) {
      thinker.isReady = true;
      this.#nowReady();
      this.#distribute();
    } else this.#take(thinker, message.outcome, message.bytes);
  }

  #take(thinker: Thinker, outcome: Outcome, bytes: Bytes): void {
    if ("error" in outcome) this.#lose(thinker, outcome.error); // its memory may be spoilt
    else {
      this.#failures = 0;
      const task = this.#release(thinker);
      if (task !== null) settle(task, outcome, bytes);
      this.#distribute();
    }
  }

  /** Replace a worker that failed; its call goes back to Python, which makes it itself. */
  #lose(thinker: Thinker, error: string): void {
    if (!this.#thinkers.includes(thinker)) return; // it was replaced already
    console.warn(`a thinking worker failed: ${error}`);
    const task = this.#release(thinker);
    thinker.line.terminate();
    this.#thinkers = this.#thinkers.filter((other) => other !== thinker);
    if (task !== null) settle(task, { error });
    this.#failures += 1;
    if (this.#failures < MOST_FAILURES) this.#fill();
    else if (this.#thinkers.length === 0) this.#giveUp(error);
    this.#distribute();
  }

  /** What a worker was busy with; it is free now. */
  #release(thinker: Thinker): Task | null {
    const { task } = thinker;
    clearTimeout(thinker.deadline);
    thinker.task = null;
    return task;
  }

  /** There will be no workers: Python makes all calls itself. */
  #giveUp(error: string): void {
    this.#failures = MOST_FAILURES;
    this.#nowReady();
    for (const round of this.#rounds.splice(0))
      for (const task of round.waiting.splice(0)) settle(task, { error });
  }

  // ---- calls
  /** Give calls to idle workers, one of each search in turn. */
  #distribute(): void {
    if (this.#failures >= MOST_FAILURES && this.#thinkers.length === 0) this.#giveUp("no workers");
    for (const thinker of this.#thinkers)
      if (thinker.isReady && thinker.task === null) this.#give(thinker, this.#next());
  }

  #next(): Task | undefined {
    const round = this.#rounds.shift();
    const task = round?.waiting.shift();
    if (round !== undefined && round.waiting.length > 0) this.#rounds.push(round);
    return task;
  }

  #give(thinker: Thinker, task: Task | undefined): void {
    if (task === undefined) return;
    for (const key of keysOf(task.call)) this.#bring(thinker, key);
    thinker.task = task;
    thinker.deadline = setTimeout(() => this.#lose(thinker, "it does not answer"), PATIENCE);
    const { kernel, arguments: given } = task.call;
    const { bytes } = task;
    thinker.line.postMessage({ call: { kernel, arguments: given }, bytes }, [bytes.buffer]);
  }

  #bring(thinker: Thinker, key: number): void {
    const bytes = this.#kept.get(key);
    if (bytes === undefined || thinker.known.has(key)) return;
    thinker.known.add(key);
    thinker.line.postMessage({ keep: key, bytes }, []);
  }
}

function slice(bytes: Bytes, { bytes: { at, size } }: SentCall): Bytes {
  return bytes.slice(at, at + size);
}

/** What a worker must keep to make a call. */
function keysOf(call: SentCall): number[] {
  return call.arguments.flatMap((argument) => {
    if (typeof argument === "number") return [];
    if ("keep" in argument) return [argument.keep];
    const parts = "type" in argument ? [] : argument.start;
    return parts.flatMap((part) => ("keep" in part ? [part.keep] : []));
  });
}

/** Note what came of a call; after the last one of its round Python hears of all. */
function settle(task: Task, outcome: Outcome, bytes?: Bytes): void {
  const { round } = task;
  task.outcome = outcome;
  task.bytes = bytes ?? new Uint8Array(task.call.bytes.size);
  round.left -= 1;
  if (round.left > 0) return;
  const outcomes = JSON.stringify(round.tasks.map((one) => one.outcome));
  round.finish({ outcomes, bytes: joined(round.tasks.map((one) => one.bytes)) });
}

function joined(parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
