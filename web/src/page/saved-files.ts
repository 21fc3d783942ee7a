// Links that save a file of the server, such as a record: the page asks its own server and hands
// the answer to the browser.
import { request } from "../lib/transport";

/** Follow such links from now on. */
export function saveDownloads(): void {
  document.addEventListener("click", follow);
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href") ?? "";
  if (!link?.hasAttribute("download") || !path.startsWith("/api/")) return;
  event.preventDefault();
  void save(path, link.download || nameOf(path));
}

async function save(path: string, name: string): Promise<void> {
  const answer = await request(path, {});
  if (answer.ok) saveFile(await answer.blob(), name);
}

/** `/api/tables/abc/record?as=full` is saved as `ekiben-abc.jsonl`. */
function nameOf(path: string): string {
  return `ekiben-${path.split("/")[3] ?? "game"}.jsonl`;
}

/** Hand a file to the browser, which puts it where downloads go. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser reads it after the click
}
