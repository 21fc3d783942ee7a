// What the player should know of where games are kept, of other tabs and of new versions.
import type { StorageDecision, StorageProblem } from "./protocol";
import type { TabProblem } from "./tabs";

class News {
  /** What stands in the way of saving games; `memory` if they are not saved because the player said so. */
  storage = $state<StorageProblem | null>(null);
  tabs = $state<TabProblem | null>(null);
  /** Lets a newer version that is ready take over. */
  update = $state.raw<(() => void) | null>(null);
  /** Asks the system to install the page as an app; null where it is installed or cannot be. */
  install = $state.raw<(() => void) | null>(null);
  /** Tells the server what the player wants; set by whoever has the line to it. */
  decide: (decision: StorageDecision) => void = () => undefined;
  /** Takes the server from another tab; set like `decide`. */
  takeOver: () => void = () => undefined;
}

export const news = new News();

/** Games that are only in memory would be gone: ask before the tab is closed. */
addEventListener("beforeunload", (event) => {
  if (news.storage === "memory") event.preventDefault();
});

/** Not in the types: only some browsers ask. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

addEventListener("beforeinstallprompt", (event) => {
  news.install = () => {
    news.install = null; // a browser asks once
    void (event as InstallEvent).prompt();
  };
});
addEventListener("appinstalled", () => (news.install = null));
