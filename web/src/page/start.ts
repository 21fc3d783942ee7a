// Puts the page's own server in the place of the network.
import { useTransport } from "../lib/transport";
import { saveDownloads } from "./saved-files";
import { LocalServer } from "./local-server";
import { WorkerLine } from "./worker-line";

/** Before anything is asked. */
export function startPage(): void {
  const base = new URL("./", location.href).href;
  const line = new WorkerLine(base);
  useTransport(new LocalServer(line));
  saveDownloads();
  addEventListener("load", () => setTimeout(() => line.start())); // after the first paint
}
