// Ekiben's own server app in Pyodide: `ekiben.page.serve.Page`, as JavaScript calls it.
import { Downloads } from "./downloads";
import type { EngineFiles } from "./files";
import { Networks } from "./networks";
import { loadPyodide, type PyProxy, type Pyodide } from "./pyodide";
import type { Stage } from "./protocol";
import { hasSimd } from "./simd";

/** Called by the app with what happens to a socket. */
export type Tell = (kind: "open" | "text" | "close", text?: string, code?: number, reason?: string) => void;
type HttpAnswer = [status: number, type: string, body: string | Uint8Array<ArrayBuffer>];

/** The methods of `Page` that the worker calls. */
interface Page extends PyProxy {
  start(): Promise<void>;
  http(method: string, path: string, language: string, body: string): Promise<AnswerProxy>;
  open(id: number, path: string, tell: Tell): void;
  say(id: number, text: string): void;
  shut(id: number): void;
}
interface AnswerProxy extends PyProxy {
  toJs(): HttpAnswer;
}

/** What the app needs of the browser; either may be null. */
export interface Services {
  storage: unknown;
  thinking: unknown;
}

/** Where the files lie in Pyodide's file system; `Page` gets the same paths in its options. */
const MODULE = "/lib/ekiben.so";
const KERNELS = "/lib/kernels.json";
const SITE_PACKAGES = "/lib/python3.13/site-packages";
/** Which part of the whole start each stage takes, roughly. */
const SHARES: Record<Stage, number> = { download: 0.4, python: 0.25, games: 0.25, tables: 0.1 };
const MAKE_PAGE = `
from ekiben.page.serve import Page
ekiben_page = Page(storage, thinking, options, networks)
`;

export class PythonApp {
  private constructor(readonly page: Page) {}

  /** Load everything and start the app; `told` hears how far that is. */
  static async start(
    base: string,
    services: Services,
    told: (stage: Stage, part: number) => void,
  ): Promise<PythonApp> {
    const progress = new Stages(told);
    const found = await loadAll(base, (part) => progress.advance("download", part));
    progress.finish("python");
    const { python } = found;
    python.unpackArchive(found.bundle, "zip", { extractDir: SITE_PACKAGES });
    python.FS.writeFile(MODULE, found.module);
    python.FS.writeFile(KERNELS, found.kernels);
    python.globals.set("storage", services.storage);
    python.globals.set("thinking", services.thinking);
    const networks = new Networks(base, found.networks);
    python.globals.set("networks", networks);
    const options = { module: MODULE, kernels: KERNELS, networks: found.networks };
    python.globals.set("options", python.toPy(options));
    python.runPython("import packed_modules, numpy");
    progress.advance("games", 0.5);
    python.runPython(MAKE_PAGE);
    progress.finish("games");
    const page = python.globals.get("ekiben_page") as Page;
    await page.start();
    progress.finish("tables");
    return new PythonApp(page);
  }

  async http(method: string, path: string, language: string, body: string): Promise<HttpAnswer> {
    const answer = await this.page.http(method, path, language, body);
    const found = answer.toJs();
    answer.destroy();
    return found;
  }
}

interface Loaded {
  python: Pyodide;
  bundle: Uint8Array;
  module: Uint8Array;
  kernels: string;
  networks: EngineFiles["networks"];
}

async function loadAll(base: string, counted: (part: number) => void): Promise<Loaded> {
  const files = await engineFiles(base);
  const downloads = new Downloads(base, neededSizes(files), counted);
  const [python, bundle, module, kernels] = await Promise.all([
    loadPyodide(files, downloads),
    downloads.bytes(files.bundle),
    downloads.bytes(moduleOf(files)),
    downloads.text(files.modules.kernels),
  ]);
  return { python, bundle, module, kernels, networks: files.networks };
}

async function engineFiles(base: string): Promise<EngineFiles> {
  const list = new Downloads(base, {}, () => undefined);
  return JSON.parse(await list.text("engine.json")) as EngineFiles;
}

function moduleOf({ modules }: EngineFiles): string {
  return hasSimd() ? modules.simd : modules.plain;
}

/** The sizes of what this browser loads: one of the two modules. */
function neededSizes(files: EngineFiles): Record<string, number> {
  const own = moduleOf(files);
  const { simd, plain } = files.modules;
  const counted = ["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => files.pyodide + name);
  const wanted = [...counted, files.bundle, files.modules.kernels, own === simd ? simd : plain];
  return Object.fromEntries(wanted.map((name) => [name, files.sizes[name] ?? 0]));
}

/** Adds the stages up to one fraction that never falls; Python starts while files still arrive. */
class Stages {
  #parts: Record<Stage, number> = { download: 0, python: 0, games: 0, tables: 0 };

  constructor(readonly told: (stage: Stage, part: number) => void) {}

  advance(stage: Stage, part: number): void {
    this.#parts[stage] = part;
    const names = Object.keys(this.#parts) as Stage[];
    const whole = names.reduce((sum, name) => sum + SHARES[name] * this.#parts[name], 0);
    this.told(names.find((name) => this.#parts[name] < 1) ?? "tables", whole);
  }

  finish(stage: Stage): void {
    this.advance(stage, 1);
  }
}
