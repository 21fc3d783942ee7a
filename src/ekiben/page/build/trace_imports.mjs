// Imports modules in the page's own Python, and writes which files of a zip that loaded, as JSON:
// node trace_imports.mjs PYODIDE LIBRARY ZIP MODULE…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, library, zip, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: library });
const folder = "/sources/";
python.unpackArchive(new Uint8Array(readFileSync(zip)), "zip", { extractDir: folder });
python.globals.set("modules", python.toPy(modules));
python.globals.set("folder", folder);
try {
  process.stdout.write(python.runPython(`
import importlib, json, sys
sys.path.insert(0, folder)
for name in modules:
    importlib.import_module(name)
places = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
json.dumps(sorted(place.removeprefix(folder) for place in places if place.startswith(folder)))
`));
} catch (error) {
  console.error(error.message); // Node would add the whole of Pyodide
  process.exitCode = 1;
}
