// Keeps every file of one version of the page, so that it works without a network. A version is
// fetched whole beside the one in use, each file checked by its hash, and takes over only when the
// player says so or no tab is open: never do files of two versions meet.
import { fetchLater, isForLater, isListed, keepAll, OWNERS_FILES, type FileList } from "./kept-files";

/** Written by the build: the same as in files.json. */
const VERSION = "__PAGE_VERSION__";
const PATIENCE = 3000; // milliseconds for a file that its owner may have changed

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What is used here of the service worker's global object. */
interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", heard: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", heard: (event: FetchEvent) => void): void;
  addEventListener(type: "message", heard: (event: MessageEvent) => void): void;
}

const worker = self as unknown as Scope;
const home = worker.registration.scope;
/** Other pages of the same web space have caches too. */
const family = `ekiben ${new URL(home).pathname} `;
const own = family + VERSION;

async function install(): Promise<void> {
  const answer = await fetch(new URL("files.json", home), { cache: "no-store" });
  const list = (await answer.json()) as FileList;
  if (list.version !== VERSION) throw new Error(`files.json is of version ${list.version}`);
  await keepAll(list, home, await caches.open(own), await olderCaches());
}

async function olderCaches(): Promise<Cache[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(family) && name !== own);
  return Promise.all(names.map((name) => caches.open(name)));
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(family) && name !== own);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The file that a request is for, by its name in files.json. */
function fileOf({ url, mode }: Request): string | null {
  if (!url.startsWith(home)) return null;
  const file = url.slice(home.length).replace(/[?#].*$/, "");
  return file === "" || (mode === "navigate" && !isListed(file)) ? "index.html" : file;
}

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(own);
  const kept = await cache.match(new URL(file, home).href);
  if (kept === undefined) {
    return isForLater(file) ? fetchLater(request, file, cache) : fetch(request);
  }
  return OWNERS_FILES.includes(file) ? newest(request, kept) : kept;
}

/** A file that the owner of the web space may change at any time: what is kept is the second best. */
async function newest(request: Request, kept: Response): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const found = await fetch(request, { cache: "no-cache", signal });
    return found.ok ? found : kept;
  } catch {
    return kept;
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const file = event.request.method === "GET" ? fileOf(event.request) : null;
  if (file !== null) event.respondWith(answer(event.request, file));
});
worker.addEventListener("message", ({ data }) => {
  if (data === "take-over") void worker.skipWaiting();
});
