// A thinking worker: the bare module of compiled games and bots, no Python.
import { thinkingWorker } from "./call-runner";
import type { ToThinkingWorker } from "./thinking-messages";

const hear = thinkingWorker((message, transfer) => {
  postMessage(message, { transfer });
});

addEventListener("message", ({ data }: MessageEvent<ToThinkingWorker>) => void hear(data));
