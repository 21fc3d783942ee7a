// The files beside index.html that the build writes and the page reads. Names in them are relative
// to the folder of index.html.

/** `config.json`: what whoever puts the page on the web may set. */
export interface Config {
  /** Address of an Ekiben server for games with other people; null or left out where there is none. */
  server?: string | null;
}

/** `answers.json`: the file of each answer that depends on nothing but the build.
 *
 * A key is the path with its query exactly as the client asks, `/api/home`,
 * `/api/cards/london?language=ja`. Where an answer depends on a language that its path does not
 * name, the key begins with it: `ja /api/lessons`. The file's ending gives the content type.
 */
export type StaticAnswers = Readonly<Record<string, string>>;

/** `engine.json`: what the server worker loads. */
export interface EngineFiles {
  /** Folder of Pyodide, with `pyodide.mjs`, `pyodide.asm.js`, `pyodide.asm.wasm`, `python_stdlib.zip`. */
  pyodide: string;
  /** A zip of Python packages: NumPy, Starlette, Ekiben and so on; unpacked into site-packages. */
  bundle: string;
  /** The compiled games as side modules of Pyodide, and the names and types of their kernels. */
  modules: { simd: string; plain: string; kernels: string };
  /** Bytes of every file that is named here, Pyodide's included, uncompressed. */
  sizes: Readonly<Record<string, number>>;
}
