// The kernels of ekiben.wasm: compiled functions over arrays, called by name.

import { type Data, type ElementType, elementSize, Heap, MemoryArray } from "./memory.js";

/** The type of an argument: a number, or an array of so many axes. */
export interface ValueType {
  type: ElementType;
  axes: number;
}

/** `kernels.json`: the types of each kernel's arguments and of its result. */
export type Signatures = Record<string, { arguments: ValueType[]; result: ElementType | null }>;

/** An array of several axes; the last one varies fastest. */
export interface ShapedData {
  data: Data;
  shape: readonly number[];
}

/** A number, or an array: in the module's memory, or outside and then copied in and back. */
export type Argument = number | boolean | Data | ShapedData | MemoryArray;

/** A kernel stopped (a trap), or cannot be called with what it was given. */
export class KernelError extends Error {
  override readonly name = "KernelError";
}

export class Kernels {
  readonly heap: Heap;
  readonly #functions: WebAssembly.Exports;

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
  }

  static async create(code: BufferSource | WebAssembly.Module, signatures: Signatures): Promise<Kernels> {
    const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Kernels(await WebAssembly.instantiate(compiled, {}), signatures);
  }

  get names(): string[] {
    return Object.keys(this.signatures);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.signatures, name);
  }

  /** An array of zeros in the module's memory. */
  array(type: ElementType, ...shape: number[]): MemoryArray {
    return new MemoryArray(this.heap, type, shape);
  }

  /** A copy of bytes from outside in the module's memory. */
  bytes(data: ArrayBufferView): MemoryArray {
    return this.array("uint8", data.byteLength).write(data);
  }

  /** Calls a kernel; 0 if it returns nothing. Arrays from outside are copied in, and back after it. */
  call(name: string, ...given: Argument[]): number {
    const types = this.#argumentTypes(name, given.length);
    const passed = new Passed(this.heap);
    try {
      const flat = types.flatMap((type, n) => passed.flatten(type, given[n], `${name}: argument ${n}`));
      const result = this.#run(name, flat);
      passed.copyBack();
      return result;
    } finally {
      passed.free();
    }
  }

  #argumentTypes(name: string, count: number): ValueType[] {
    if (!this.has(name)) throw new KernelError(`the module has no kernel ${name}`);
    const types = this.signatures[name]?.arguments ?? [];
    if (types.length !== count)
      throw new KernelError(`${name} takes ${types.length} arguments, not ${count}`);
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
      throw new KernelError(`${name} stopped (${why}): an argument must be wrong`, { cause: trap });
    }
  }
}

/** The arguments of one call, and the arrays that were copied into the memory for it. */
class Passed {
  readonly #copies: { outside: Data; inside: MemoryArray }[] = [];

  constructor(readonly heap: Heap) {}

  /** An argument as the module takes it: a number, or an address and a length for each axis. */
  flatten(type: ValueType, argument: Argument | undefined, what: string): number[] {
    if (type.axes === 0) return [validNumber(type, argument, what)];
    if (typeof argument !== "object") throw new KernelError(`${what} is an array of ${type.type}`);
    const array = argument instanceof MemoryArray ? argument : this.#copyIn(argument, type, what);
    if (array.shape.length !== type.axes || elementSize(array.type) !== elementSize(type.type))
      throw new KernelError(`${what} is an array of ${type.type} with ${type.axes} axes`);
    return [array.at, ...array.shape];
  }

  /** A copy in the memory; an array that is given twice is copied once. */
  #copyIn(argument: Data | ShapedData, type: ValueType, what: string): MemoryArray {
    const { data, shape } = "data" in argument ? argument : { data: argument, shape: [argument.length] };
    const known = this.#copies.find((copy) => copy.outside === data);
    if (known !== undefined) return known.inside;
    if (data.buffer === this.heap.memory.buffer)
      throw new KernelError(`${what} lies in the module's memory: pass the MemoryArray, not its view`);
    const items = shape.reduce((product, size) => product * size, 1);
    if (data.BYTES_PER_ELEMENT !== elementSize(type.type) || data.length !== items)
      throw new KernelError(`${what} is ${items} of ${type.type}, not ${data.length} in a ${data.constructor.name}`);
    const inside = new MemoryArray(this.heap, type.type, shape);
    this.#copies.push({ outside: data, inside });
    return inside.write(data);
  }

  copyBack(): void {
    for (const { outside, inside } of this.#copies) inside.read(outside);
  }

  free(): void {
    for (const { inside } of this.#copies) inside.free();
  }
}

/** A number that fits: whole ones have 32 bits on their way into the module. */
function validNumber(type: ValueType, argument: Argument | undefined, what: string): number {
  if (typeof argument === "object") throw new KernelError(`${what} is a number`);
  const number = Number(argument);
  if (type.type !== "float64" && number !== (number | 0))
    throw new KernelError(`${what} is a whole number of 32 bits, not ${number}`);
  return number;
}
