// The thinking pool over workers of this browser and the page's own module.
import type { Signatures } from "../../ekiben-wasm/src/kernels";
import { Downloads } from "./downloads";
import type { EngineFiles } from "./files";
import { hasSimd } from "./simd";
import { type Listener, Thinking, type ThinkingModule, workerCount } from "./thinking";
import type { FromThinkingWorker } from "./thinking-messages";

/** A pool whose workers start with the first search; `base` is the folder of the page. */
export function startThinking(base: string): Thinking {
  return new Thinking(workerCount(navigator.hardwareConcurrency), startWorker, () => loadModule(base));
}

function startWorker(listener: Listener): Worker {
  return listen(new Worker(new URL("./thinking-worker.ts", import.meta.url), { type: "module" }), listener);
}

/** Pass on what a worker says, and that it fails. */
export function listen(worker: Worker, { hear, fail }: Listener): Worker {
  worker.onmessage = ({ data }: MessageEvent<FromThinkingWorker>) => hear(data);
  worker.onerror = ({ message }) => fail(message || "the worker stopped");
  worker.onmessageerror = () => fail("a message could not be read");
  return worker;
}

export async function loadModule(base: string): Promise<ThinkingModule> {
  const downloads = new Downloads(base, {}, () => undefined);
  const files = JSON.parse(await downloads.text("engine.json")) as EngineFiles;
  const [code, signatures] = await Promise.all([
    downloads.bytes(hasSimd() ? files.thinking.simd : files.thinking.plain),
    downloads.text(files.modules.kernels),
  ]);
  return { module: await WebAssembly.compile(code), signatures: JSON.parse(signatures) as Signatures };
}
