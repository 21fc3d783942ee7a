// Puts the page's own server in the place of the network.
import { useTransport } from "../lib/transport";
import { engine } from "./engine.svelte";
import { LocalServer } from "./local-server";
import { news } from "./news.svelte";
import { saveDownloads } from "./saved-files";
import { startWorker } from "./start-worker";
import { CHANNEL, TabLine } from "./tabs";
import { keepOffline } from "./updates";

const FIRST_GAME = 1500; // milliseconds: a game that was asked for is on its way by then

/** Before anything is asked; the answer is called when the first screen is there, and starts the server. */
export function startPage(): () => void {
  const line = makeLine(new URL("./", location.href).href);
  useTransport(new LocalServer(line));
  saveDownloads();
  addEventListener("pagehide", () => line.leave());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload(); // out of the browser's cache, without its server
  });
  return () => requestAnimationFrame(() => setTimeout(() => startBehind(line))); // after the first paint
}

/** The line to the server of all tabs, and what the player can do about it. */
function makeLine(base: string): TabLine {
  const line = new TabLine({
    start: () => startWorker(base),
    version: import.meta.url, // its name has a hash of the code
    locks: navigator.locks, // undefined where the page is not secure
    channel: new BroadcastChannel(CHANNEL),
    told: (problem) => (news.tabs = problem),
  });
  news.decide = (decide) => line.send({ decide });
  news.takeOver = () => line.takeOver();
  return line;
}

/** Start the server; keeping all files would slow it down, and comes when it is there. */
function startBehind(line: TabLine): void {
  line.start();
  void engine.settled.then(() =>
    setTimeout(() => void keepOffline((takeOver) => (news.update = takeOver)), FIRST_GAME),
  );
}
