// Fetches ekiben.wasm and its tables from beside this file, in a browser, a worker or Node.

import { Kernels, type Signatures } from "./kernels.js";

// a function that only an engine with 128-bit vectors accepts: it counts the bits of a vector
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

export interface LoadOptions {
  /** The folder with ekiben.wasm, as an address; by default that of this package. */
  base?: string | URL;
  /** Whether to load the build with vector instructions; by default where the engine has them. */
  simd?: boolean;
}

export function hasSimd(): boolean {
  return WebAssembly.validate(new Uint8Array(VECTORS));
}

/** The kernels of the module, ready to call. */
export async function loadKernels(options: LoadOptions = {}): Promise<Kernels> {
  const base = folder(options);
  const name = (options.simd ?? hasSimd()) ? "ekiben.wasm" : "ekiben-plain.wasm";
  const [code, signatures] = await Promise.all([readBytes(name, base), readJson(`kernels.json`, base)]);
  return Kernels.create(code, signatures as Signatures);
}

/** The folder of the package's data, or the one that is asked for. */
export function folder(options: LoadOptions): URL {
  const here = new URL("../", import.meta.url);
  const base = String(options.base ?? "data/");
  return new URL(base.endsWith("/") ? base : `${base}/`, options.base === undefined ? here : pageAddress());
}

function pageAddress(): string | undefined {
  return typeof location === "undefined" ? undefined : location.href;
}

export async function readJson(name: string, base: URL): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await readBytes(name, base)));
}

export async function readBytes(name: string, base: URL): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(name, base);
  if (address.protocol === "file:") return readLocalFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Node reads files itself; the name is put together so that bundlers for browsers leave it alone. */
async function readLocalFile(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  const name = ["node:fs", "promises"].join("/");
  const files = (await import(/* @vite-ignore */ name)) as {
    readFile(address: URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  return new Uint8Array(await files.readFile(address));
}
