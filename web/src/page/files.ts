// The files beside index.html that the build writes and the page reads. Names in them are relative
// to the folder of index.html.

/** `config.json`: what whoever puts the page on the web may set. */
export interface Config {
  /** Address of an Ekiben server for games with other people; null or left out where there is none. */
  server?: string | null;
}

/** A network: its file, the digest of its board, and the sizes of tables that it is meant for. */
export interface NetworkFile {
  file: string;
  board: string;
  seats: number[];
}

/** `engine.json`: what the server worker loads. */
export interface EngineFiles {
  /** Folder of Pyodide, with `pyodide.js` (its ES module; not every web space knows .mjs),
   *  `pyodide.asm.js`, `pyodide.asm.wasm`, `python_stdlib.zip`. */
  pyodide: string;
  /** A zip of Python packages: NumPy, Starlette, Ekiben and so on; unpacked into site-packages. */
  bundle: string;
  /** The compiled games as side modules of Pyodide, and the names and types of their kernels. */
  modules: { simd: string; plain: string; kernels: string };
  /** The compiled games with a memory of their own, for the thinking workers. */
  thinking: { simd: string; plain: string };
  /** What players have learned, by game: fetched when one of them is first asked to play. */
  networks: Readonly<Record<string, NetworkFile>>;
  /** Bytes of every file that is named here, Pyodide's included, uncompressed. */
  sizes: Readonly<Record<string, number>>;
}
