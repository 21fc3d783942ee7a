// Starts the server worker of this tab.
import type { Start } from "./protocol";
import type { ServerWorker } from "./tabs";

/** `base` is the address of the folder that the page's files are in. */
export function startWorker(base: string): ServerWorker {
  const worker = new Worker(new URL("./server-worker.ts", import.meta.url), { type: "module" });
  const start: Start = { start: base };
  worker.postMessage(start);
  return worker;
}
