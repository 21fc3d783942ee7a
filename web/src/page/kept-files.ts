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
      const [file, { sha256 }] = next;
      await keep(new URL(file, home).href, file, OWNERS_FILES.includes(file) ? null : sha256, cache, older);
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
  for (const known of sha256 === null ? [] : [cache, ...older]) {
    const found = await known.match(address);
    if (found?.headers.get(HASH) !== sha256) continue;
    if (known !== cache) await cache.put(address, found);
    return;
  }
  await cache.put(address, await fetched(address, file, sha256));
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
