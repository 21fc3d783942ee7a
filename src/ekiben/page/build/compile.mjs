// Compiles the Python sources in a zip with the page's own Python, into files (compile_zip) or into
// one (pack_zip): node compile.mjs PYODIDE compile_zip|pack_zip IN OUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, how, sources, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: pyodide,
  env: {
    HOME: "/",
    PYTHONHASHSEED: "0", // the order of sets is part of the bytecode
    PYTHONNODEBUGRANGES: "1", // lines are enough for a traceback: columns are a third of the size
  },
});
python.FS.writeFile("/in.zip", readFileSync(sources));
python.runPython(readFileSync(new URL("compile_zip.py", import.meta.url), "utf8"));
python.globals.get(how)("/in.zip", "/out.zip");
writeFileSync(target, python.FS.readFile("/out.zip"));
