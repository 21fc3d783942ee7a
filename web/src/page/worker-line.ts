// The server worker of this tab.
import type { FromServer, Line, Start, ToServer } from "./protocol";

export class WorkerLine implements Line {
  heard: (message: FromServer) => void = () => undefined;
  #worker: Worker | null = null;

  /** `base` is the address of the folder that the page's files are in. */
  constructor(readonly base: string) {}

  start(): void {
    this.#worker ??= this.#begin();
  }

  send(message: Exclude<ToServer, Start>): void {
    this.start();
    this.#worker?.postMessage(message);
  }

  restart(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.start();
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./server-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromServer>) => this.heard(data);
    worker.onerror = (event) => this.heard({ failed: event.message, why: "file" });
    const start: Start = { start: this.base };
    worker.postMessage(start);
    return worker;
  }
}
