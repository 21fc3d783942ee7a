// Puts the page's own server in the place of the network.
import { useTransport } from "../lib/transport";
import { engine } from "./engine.svelte";
import { LocalServer } from "./local-server";
import { saveDownloads } from "./saved-files";
import { startWorker } from "./start-worker";
import { CHANNEL, TabLine } from "./tabs";

/** Before anything is asked; the answer is called when the first screen is there, and starts the server. */
export function startPage(): () => void {
  const base = new URL("./", location.href).href;
  const line = new TabLine({
    start: () => startWorker(base),
    version: import.meta.url, // its name has a hash of the code
    locks: navigator.locks, // undefined where the page is not secure
    channel: new BroadcastChannel(CHANNEL),
    told: (problem) => (engine.tabs = problem),
  });
  useTransport(new LocalServer(line));
  saveDownloads();
  addEventListener("pagehide", () => line.leave());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload(); // out of the browser's cache, without its server
  });
  return () => requestAnimationFrame(() => setTimeout(() => line.start())); // after the first paint
}
