// Plays in Pyodide with the page's Python, as the page's worker would load it:
// node run_python.mjs PYODIDE PYTHON_FOLDER MODULE_FOLDER|- TESTS_FOLDER ARGUMENT…
// What `main` of in_page.py returns is written as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, module, tests, ...rest] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const read = (file) => new Uint8Array(readFileSync(file));
const python = await loadPyodide({
  indexURL: pyodide,
  stdLibURL: `${folder}/python_stdlib.zip`,
  stdout: (line) => console.error(line),
  env: { HOME: "/ekiben", PYTHONDONTWRITEBYTECODE: "1" },
});
const home = "/lib/python3.13/site-packages";
python.unpackArchive(read(`${folder}/ekiben.zip`), "zip", { extractDir: home });
python.runPython("import packed_modules");
python.FS.mkdir("/tests");
for (const name of ["in_page.py", "play_tables.py"])
  python.FS.writeFile(`/tests/${name}`, read(`${tests}/${name}`));
const options = {};
if (module !== "-") {
  python.FS.writeFile("/lib/ekiben.so", read(`${module}/ekiben.so.wasm`));
  python.FS.writeFile("/lib/kernels.json", read(`${module}/kernels.json`));
  Object.assign(options, { module: "/lib/ekiben.so", kernels: "/lib/kernels.json" });
}
python.globals.set("arguments", python.toPy(rest));
python.globals.set("options", python.toPy(options));
try {
  python.runPython(readFileSync(`${tests}/in_page.py`, "utf8"));
  const answer = await python.runPythonAsync("import json\njson.dumps(await main())");
  process.stdout.write(answer, () => process.exit()); // timers that nobody needs are still running
} catch (error) {
  console.error(error.message); // Node would add the whole of Pyodide
  process.exit(1);
}
