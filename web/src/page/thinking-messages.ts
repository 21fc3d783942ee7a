// What the thinking pool and its workers say to each other, and how Python describes a call.
import type { Signatures } from "../../ekiben-wasm/src/kernels";
import type { ElementType } from "../../ekiben-wasm/src/memory";

export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that never change, which the worker was told to keep under this key. */
export interface Kept {
  keep: number;
}

/** The same as an array of another type than bytes. */
export interface TypedKept extends Kept {
  type: ElementType;
  shape: number[];
}

/** Some of the call's bytes. */
export interface Part {
  at: number;
  size: number;
}

/** An array among the call's bytes; what the kernel writes to it comes back. */
export interface ArrayArgument {
  type: ElementType;
  shape: number[];
  at: number;
}

/** A work space of the call alone: these parts one behind the other, then zeros. */
export interface WorkSpace {
  size: number;
  start: (Part | Kept)[];
}

export interface Call {
  kernel: string;
  arguments: (number | Kept | TypedKept | ArrayArgument | WorkSpace)[];
}

/** A call as Python sends it, with the place of its bytes among those of all calls. */
export interface SentCall extends Call {
  bytes: Part;
}

/** What came of a call; its bytes come back beside it. */
export type Outcome = { value: number } | { error: string };

export interface Start {
  start: WebAssembly.Module;
  signatures: Signatures;
}

export type Order =
  | { keep: number; bytes: Bytes }
  | { forget: number }
  | { call: Call; bytes: Bytes };

export type ToThinkingWorker = Start | Order;

export type FromThinkingWorker =
  | { ready: true }
  | { failed: string }
  | { outcome: Outcome; bytes: Bytes };
