// What the server worker uses of Pyodide, and how it is loaded from the page's own folder.
import type { Downloads } from "./downloads";
import type { EngineFiles } from "./files";

/** A Python object in the hands of JavaScript. */
export interface PyProxy {
  destroy(): void;
}

export interface Pyodide {
  FS: { writeFile(path: string, data: Uint8Array | string): void };
  globals: { set(name: string, value: unknown): void; get(name: string): unknown };
  toPy(value: unknown): PyProxy;
  runPython(code: string): unknown;
  runPythonAsync(code: string): Promise<unknown>;
  unpackArchive(
    archive: Uint8Array,
    format: string,
    options: { extractDir: string },
  ): void;
}

interface Loader {
  loadPyodide(options: {
    indexURL: string;
    lockFileContents: string;
    stdout: (line: string) => void;
    stderr: (line: string) => void;
    env: Record<string, string>;
  }): Promise<Pyodide>;
}

/** Nothing is installed by Pyodide itself: all packages are in the bundle. */
const NO_PACKAGES = JSON.stringify({ info: { abi_version: "2025_0" }, packages: {} });
const OWN_FILES = ["pyodide.asm.wasm", "python_stdlib.zip"];

/** Not every web space sends WebAssembly with its type, which Pyodide would wait for in vain. */
function acceptAnyType(): void {
  const streaming = WebAssembly.instantiateStreaming.bind(WebAssembly);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const answer = await source;
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("application/wasm")) return streaming(answer, imports);
    return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  };
}

/** Start Python; its files are counted while Pyodide itself fetches them. */
export async function loadPyodide(files: EngineFiles, downloads: Downloads): Promise<Pyodide> {
  acceptAnyType();
  const folder = downloads.address(files.pyodide);
  const counted = OWN_FILES.map((name) => downloads.watch(files.pyodide + name));
  void import(/* @vite-ignore */ `${folder}pyodide.asm.js`).catch(() => null); // Pyodide asks for it later
  const loader = (await import(/* @vite-ignore */ `${folder}pyodide.js`)) as Loader;
  const started = loader.loadPyodide({
    indexURL: folder,
    lockFileContents: NO_PACKAGES,
    stdout: (line) => console.log(line),
    stderr: (line) => console.warn(line),
    env: { HOME: "/ekiben", PYTHONDONTWRITEBYTECODE: "1" },
  });
  await Promise.all(counted); // a file that is missing is told here; Pyodide would wait for ever
  return started;
}
