// The page's thinking pool over Node's worker threads, driven by a test: one JSON line for a request,
// one for its answer. The worker threads run the same file.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

import { thinkingWorker } from "../../web/src/page/call-runner";
import { type Listener, Thinking, type ThinkingModule, type WorkerLine } from "../../web/src/page/thinking";
import type { FromThinkingWorker, ToThinkingWorker } from "../../web/src/page/thinking-messages";

interface Request {
  method: "ready" | "keep" | "forget" | "call" | "cancel" | "kill";
  number?: number;
  calls?: string;
  data?: string;
}

const threads: Worker[] = [];

function startThread({ hear, fail }: Listener): WorkerLine {
  const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  threads.push(thread);
  thread.on("message", (message: FromThinkingWorker) => hear(message));
  thread.on("error", (error) => fail(String(error)));
  thread.on("exit", () => fail("it is gone"));
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer as ArrayBuffer[]),
    terminate: () => void thread.terminate(),
  };
}

async function load(): Promise<ThinkingModule> {
  const [folder = ""] = process.argv.slice(2);
  const module = await WebAssembly.compile(readFileSync(`${folder}/ekiben.wasm`));
  return { module, signatures: JSON.parse(readFileSync(`${folder}/kernels.json`, "utf8")) };
}

function bytes(data = ""): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(data, "base64"));
}

async function answer(pool: Thinking, { method, number = 0, calls = "", data }: Request): Promise<unknown> {
  if (method === "keep") return pool.keep(number, bytes(data));
  if (method === "forget") return pool.forget(number);
  if (method === "cancel") return pool.cancel(number);
  if (method === "ready") return pool.ready();
  if (method === "kill") return threads[number]?.terminate();
  const found = await pool.call(number, calls, bytes(data));
  return { outcomes: found.outcomes, data: Buffer.from(found.bytes).toString("base64") };
}

async function serve(): Promise<void> {
  const pool = new Thinking(Number(process.argv[3] ?? 2), startThread, load);
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify((await answer(pool, JSON.parse(line) as Request)) ?? null)}\n`);
  process.exit();
}

function think(): void {
  const hear = thinkingWorker((message, transfer) => parentPort?.postMessage(message, transfer as ArrayBuffer[]));
  parentPort?.on("message", (message: ToThinkingWorker) => void hear(message));
}

if (isMainThread) await serve();
else think();
