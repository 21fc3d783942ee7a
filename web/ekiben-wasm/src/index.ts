/** Ekiben's railway games as WebAssembly: play them, watch them, let the planner choose. */

export type { GameData, ObservationBlock, Option, Options, OptionValue } from "./data.js";
export { Ekiben, loadEkiben, type NewGame, type Playouts } from "./ekiben.js";
export { EkibenError, IllegalAction } from "./errors.js";
export type { Action, Game } from "./game.js";
export { type Argument, KernelError, Kernels, type ShapedData, type Signatures, type ValueType } from "./kernels.js";
export type { Value, View } from "./layout.js";
export { hasSimd, loadKernels, type LoadOptions } from "./load.js";
export { type Data, type ElementType, MemoryArray } from "./memory.js";
