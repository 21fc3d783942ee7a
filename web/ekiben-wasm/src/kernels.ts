// The kernels of ekiben.wasm: compiled functions over arrays, called by name.

import { type Data, type ElementType, elementSize, Heap, isElementType, MemoryArray } from "./memory.js";

/** `kernels.json`: the types of each kernel's arguments and of its result. */
export type Signatures = Record<string, { args: string[]; returns: string }>;

/** An array of several axes; the last one varies fastest. */
export interface ShapedData {
  data: Data;
  shape: readonly number[];
}

/** A number, or an array: in the module's memory, or outside and then copied in and back. */
export type Argument = number | boolean | Data | ShapedData | MemoryArray;

interface ArrayType {
  element: ElementType;
  axes: number;
}

/** A kernel stopped (a trap), or cannot be called with what it was given. */
export class KernelError extends Error {
  override readonly name = "KernelError";

  constructor(
    readonly kernel: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${kernel}: ${message}`, options);
  }
}

export class Kernels {
  readonly heap: Heap;
  readonly #functions: WebAssembly.Exports;
  readonly #types = new Map<string, readonly (ArrayType | undefined)[]>();

  /** Over an instance of the module; `Kernels.create` makes one. */
  constructor(
    instance: WebAssembly.Instance,
    readonly signatures: Signatures,
  ) {
    this.#functions = instance.exports;
    const { memory, __heap_base: start } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory) || !(start instanceof WebAssembly.Global))
      throw new TypeError("this is not ekiben.wasm: it exports no memory");
    this.heap = new Heap(memory, Number(start.value));
    for (const [name, { args }] of Object.entries(signatures)) this.#types.set(name, args.map(arrayType));
  }

  static async create(code: BufferSource | WebAssembly.Module, signatures: Signatures): Promise<Kernels> {
    const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Kernels(await WebAssembly.instantiate(compiled, {}), signatures);
  }

  get names(): string[] {
    return [...this.#types.keys()];
  }

  has(name: string): boolean {
    return this.#types.has(name);
  }

  /** An array of zeros in the module's memory. */
  array(type: ElementType, ...shape: number[]): MemoryArray {
    return new MemoryArray(this.heap, type, shape);
  }

  /** A copy of the bytes in the module's memory. */
  bytes(data: ArrayBufferView): MemoryArray {
    return this.array("uint8", data.byteLength).write(data);
  }

  /** Calls a kernel; 0 if it returns nothing. Arrays from outside are copied in, and back after it. */
  call(name: string, ...given: Argument[]): number {
    const types = this.#typesOf(name, given.length);
    const passed = new Passed(this.heap);
    try {
      const flat = given.flatMap((argument, n) => passed.flatten(name, n, argument, types[n]));
      const result = this.#run(name, flat);
      passed.copyBack();
      return result;
    } finally {
      passed.free();
    }
  }

  #typesOf(name: string, count: number): readonly (ArrayType | undefined)[] {
    const types = this.#types.get(name);
    if (types === undefined) throw new KernelError(name, "the module has no such kernel");
    if (types.length !== count)
      throw new KernelError(name, `it takes ${types.length} arguments, not ${count}`);
    return types;
  }

  /** Runs the function itself; after a trap the stack is put back where it was. */
  #run(name: string, flat: number[]): number {
    const kernel = this.#functions[name] as (...flat: number[]) => number | undefined;
    const stack = this.#functions.__stack_pointer as WebAssembly.Global | undefined;
    const top: unknown = stack?.value;
    try {
      return kernel(...flat) ?? 0;
    } catch (trap) {
      if (stack !== undefined) stack.value = top;
      const why = trap instanceof Error ? trap.message : String(trap);
      throw new KernelError(name, `it stopped, so an argument must be wrong (${why})`, { cause: trap });
    }
  }
}

/** The arguments of one call, and the arrays that were copied into the memory for it. */
class Passed {
  readonly #copies: { outside: Data; inside: MemoryArray }[] = [];

  constructor(readonly heap: Heap) {}

  /** An argument as the module takes it: a number, or an address and a length for each axis. */
  flatten(kernel: string, n: number, argument: Argument, type: ArrayType | undefined): number[] {
    const isNumber = typeof argument === "number" || typeof argument === "boolean";
    if (isNumber !== (type === undefined))
      throw new KernelError(kernel, `argument ${n} is ${type === undefined ? "a number" : "an array"}`);
    if (isNumber || type === undefined) return [Number(argument)];
    const { at, shape } = argument instanceof MemoryArray ? argument : this.#copyIn(argument, type);
    if (shape.length !== type.axes)
      throw new KernelError(kernel, `argument ${n} has ${type.axes} axes, not ${shape.length}`);
    return [at, ...shape];
  }

  #copyIn(argument: Data | ShapedData, type: ArrayType): MemoryArray {
    const { data, shape } = "data" in argument ? argument : { data: argument, shape: [argument.length] };
    if (data.BYTES_PER_ELEMENT !== elementSize(type.element))
      throw new TypeError(`an array of ${type.element} is wanted, not ${data.constructor.name}`);
    const inside = new MemoryArray(this.heap, type.element, shape);
    this.#copies.push({ outside: data, inside });
    inside.write(data);
    return inside;
  }

  copyBack(): void {
    for (const { outside, inside } of this.#copies) inside.read(outside);
  }

  free(): void {
    for (const { inside } of this.#copies) inside.free();
  }
}

/** `array(int64, 2d, C)` as its element type and number of axes; undefined for a number. */
function arrayType(text: string): ArrayType | undefined {
  const found = /^array\((\w+), (\d)d, \w+\)$/.exec(text);
  if (found === null) return undefined;
  const [, element = "", axes] = found;
  if (!isElementType(element)) throw new TypeError(`kernels.json has an unknown type: ${text}`);
  return { element, axes: Number(axes) };
}
