// The files of a version: fetched, checked by their hashes and put into a cache. Whatever an older
// version has with the same hash is copied, and what is there from a broken off attempt stays.

/** `files.json`, as the build writes it. */
export interface FileList {
  version: string;
  files: Readonly<Record<string, ListedFile>>;
}
interface ListedFile {
  size: number;
  sha256: string;
  /** Kept only once somebody has needed it. */
  later?: boolean;
}

/** Files that whoever has put the page on the web may change: they have no fixed hash. */
export const OWNERS_FILES: readonly string[] = ["config.json"];
const HASH = "x-ekiben-sha256";
const AT_ONCE = 4;
/** Not every web space knows these; browsers want them right. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** Whether a name could be that of a file: pages of the client have none. */
export function isListed(file: string): boolean {
  return /\.\w+$/.test(file) && !file.endsWith(".html");
}

/** Keep all files, the small ones first; throws if one cannot be had as it is listed. */
export async function keepAll(
  list: FileList,
  home: string,
  cache: Cache,
  older: readonly Cache[],
): Promise<void> {
  const files = Object.entries(list.files).sort(([, one], [, two]) => one.size - two.size);
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = files.shift(); next !== undefined; next = files.shift()) {
      const [file, { sha256, later }] = next;
      const address = new URL(file, home).href;
      if (later) await copyKept(address, sha256, cache, older);
      else await keep(address, file, OWNERS_FILES.includes(file) ? null : sha256, cache, older);
    }
  });
  await Promise.all(workers);
}

/** Keep one file; without a hash whatever is there now. */
async function keep(
  address: string,
  file: string,
  sha256: string | null,
  cache: Cache,
  older: readonly Cache[],
): Promise<void> {
  if (sha256 !== null && (await copyKept(address, sha256, cache, older))) return;
  await cache.put(address, await fetched(address, file, sha256));
}

/** Keep a file that this cache or an older one has already; whether there was one. */
async function copyKept(
  address: string,
  sha256: string,
  cache: Cache,
  older: readonly Cache[],
): Promise<boolean> {
  for (const known of [cache, ...older]) {
    const found = await known.match(address);
    if (found?.headers.get(HASH) !== sha256) continue;
    if (known !== cache) await cache.put(address, found);
    return true;
  }
  return false;
}

/** Whether a file is kept only once somebody has needed it. */
export function isForLater(file: string): boolean {
  return file.startsWith("networks/");
}

/** Fetch such a file, and keep it from now on, if there is room. */
export async function fetchLater(request: Request, file: string, cache: Cache): Promise<Response> {
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  const content = await answer.arrayBuffer();
  const kept = response(file, content, await hashOf(content));
  await cache.put(request.url, kept).catch(() => undefined);
  return response(file, content, null);
}

async function fetched(address: string, file: string, sha256: string | null): Promise<Response> {
  for (const mode of ["default", "reload"] as const) {
    const answer = await fetch(address, { cache: sha256 === null ? "reload" : mode });
    if (!answer.ok) throw new Error(`${file}: HTTP ${answer.status}`);
    const content = await answer.arrayBuffer();
    if (sha256 === null || (await hashOf(content)) === sha256) return response(file, content, sha256);
  }
  throw new Error(`${file} is not of this version`);
}

function response(file: string, content: ArrayBuffer, sha256: string | null): Response {
  const type = TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  const headers: Record<string, string> = { "content-type": type };
  if (sha256 !== null) headers[HASH] = sha256;
  return new Response(content, { headers });
}

async function hashOf(content: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
