// Runs a Python script in Pyodide with the page's bundle, as the page's worker would:
// node run_python.mjs PYODIDE BUNDLE MODULE_FOLDER|- SCRIPT [ARGUMENT…]
// The script gets `arguments`; what its coroutine `main` returns is written as JSON.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, bundle, module, script, ...rest] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const read = (file) => new Uint8Array(readFileSync(file));
const began = performance.now();
const lap = (what) => process.env.LAPS && console.error(what, Math.round(performance.now() - began));
const python = await loadPyodide({
  indexURL: pyodide,
  stdout: (line) => console.error(line),
  env: { HOME: "/ekiben", PYTHONDONTWRITEBYTECODE: "1" },
});
lap("Pyodide");
python.unpackArchive(read(bundle), "zip", { extractDir: "/lib/python3.13/site-packages" });
lap("unpacked");
python.runPython("import packed_modules");
const options = {};
if (module !== "-" && existsSync(`${module}/kernels.json`)) {
  python.FS.writeFile("/lib/ekiben.so", read(`${module}/ekiben.so.wasm`));
  python.FS.writeFile("/lib/kernels.json", read(`${module}/kernels.json`));
  Object.assign(options, { module: "/lib/ekiben.so", kernels: "/lib/kernels.json" });
}
python.globals.set("arguments", python.toPy(rest));
python.globals.set("options", python.toPy(options));
try {
  python.runPython(readFileSync(script, "utf8"));
  lap("imported");
  const answer = await python.runPythonAsync("import json\njson.dumps(await main())");
  lap("done");
  process.stdout.write(answer);
} catch (error) {
  console.error(error.message); // Node would add the whole of Pyodide
  process.exitCode = 1;
}
