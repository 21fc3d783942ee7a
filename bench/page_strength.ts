// A worker that starts Python as the page's server worker does, and measures the expert in it.
import { Downloads } from "../web/src/page/downloads";
import type { EngineFiles } from "../web/src/page/files";
import { loadPyodide, type Pyodide } from "../web/src/page/pyodide";
import { listen, loadModule } from "../web/src/page/start-thinking";
import { type Listener, Thinking, workerCount } from "../web/src/page/thinking";

interface Asked {
  /** The folder of the page. */
  base: string;
  /** `playout_rates.py`. */
  script: string;
  /** The games, and how each is measured: `Work(…)` in Python. */
  games: string[];
  work: string;
}

const MODULE = "/lib/ekiben.so";
const KERNELS = "/lib/kernels.json";

function pool(base: string): Thinking {
  const start = (listener: Listener) =>
    listen(new Worker(new URL("thinking-worker.js", import.meta.url), { type: "module" }), listener);
  return new Thinking(workerCount(navigator.hardwareConcurrency), start, () => loadModule(base));
}

async function start({ base, script }: Asked): Promise<Pyodide> {
  const downloads = new Downloads(base, {}, () => undefined);
  const files = JSON.parse(await downloads.text("engine.json")) as EngineFiles;
  const python = await loadPyodide(files, downloads);
  const site = "/lib/python3.13/site-packages";
  python.unpackArchive(await downloads.bytes(files.bundle), "zip", { extractDir: site });
  python.FS.writeFile(MODULE, await downloads.bytes(files.modules.simd));
  python.FS.writeFile(KERNELS, await downloads.text(files.modules.kernels));
  python.globals.set("pool", pool(base));
  python.runPython("import packed_modules");
  python.runPython(script);
  python.runPython(`from ekiben.page.bridge import use_module\nassert use_module("${MODULE}", "${KERNELS}")`);
  return python;
}

/** Posts the choices of one game after the other. */
async function measure(asked: Asked): Promise<void> {
  const python = await start(asked);
  for (const game of asked.games)
    postMessage(await python.runPythonAsync(`import json\njson.dumps(await in_page(pool, "${game}", ${asked.work}))`));
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  measure(data).catch((error: unknown) => postMessage(`failed: ${String(error)}`));
});
