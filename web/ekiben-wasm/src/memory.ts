// The memory of the module: blocks are given out and taken back, and it grows when none is left.

/** Arrays that kernels read and write, by the name of their elements' type. */
const VIEWS = {
  bool: Uint8Array,
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  uint64: BigUint64Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

export type ElementType = keyof typeof VIEWS;
export type Data =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | BigUint64Array
  | BigInt64Array
  | Float32Array
  | Float64Array;

const ALIGNMENT = 16;
const PAGE = 65_536;

interface Block {
  at: number;
  size: number;
}

export function elementSize(type: ElementType): number {
  return VIEWS[type].BYTES_PER_ELEMENT;
}

/** Gives out blocks behind the module's own data; neighbours that are free become one block. */
export class Heap {
  #free: Block[] = []; // by address, no two of them touching
  readonly #used = new Map<number, number>();
  #end: number;

  constructor(
    readonly memory: WebAssembly.Memory,
    start: number,
  ) {
    this.#end = aligned(start);
  }

  /** Bytes that are given out. */
  get used(): number {
    let total = 0;
    for (const size of this.#used.values()) total += size;
    return total;
  }

  /** The address of so many bytes, all zero. */
  allocate(bytes: number): number {
    const size = Math.max(ALIGNMENT, aligned(bytes));
    const at = this.#takeFree(size) ?? this.#extend(size);
    this.#used.set(at, size);
    new Uint8Array(this.memory.buffer, at, size).fill(0);
    return at;
  }

  free(at: number): void {
    const size = this.#used.get(at);
    if (size === undefined) throw new RangeError(`nothing is allocated at ${at}`);
    this.#used.delete(at);
    this.#give({ at, size });
  }

  #takeFree(size: number): number | undefined {
    const index = this.#free.findIndex((block) => block.size >= size);
    const block = this.#free[index];
    if (block === undefined) return undefined;
    const at = block.at;
    if (block.size === size) this.#free.splice(index, 1);
    else this.#free[index] = { at: at + size, size: block.size - size };
    return at;
  }

  #extend(size: number): number {
    const at = this.#end;
    const missing = at + size - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.#end = at + size;
    return at;
  }

  #give(block: Block): void {
    const later = this.#free.findIndex((other) => other.at > block.at);
    this.#free.splice(later < 0 ? this.#free.length : later, 0, block);
    this.#free = this.#free.reduce<Block[]>(joined, []);
    const last = this.#free.at(-1);
    if (last !== undefined && last.at + last.size === this.#end) {
      this.#end = last.at;
      this.#free.pop();
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** The list with one block more, which is joined to the last one if they touch. */
function joined(list: Block[], block: Block): Block[] {
  const last = list.at(-1);
  if (last !== undefined && last.at + last.size === block.at) last.size += block.size;
  else list.push({ ...block });
  return list;
}

/** An array in the module's memory. Kernels work on it where it lies; free it when done. */
export class MemoryArray {
  readonly at: number;
  readonly length: number;

  constructor(
    readonly heap: Heap,
    readonly type: ElementType,
    readonly shape: readonly number[],
  ) {
    this.length = shape.reduce((product, size) => product * size, 1);
    this.at = heap.allocate(this.length * elementSize(type));
  }

  /** The elements where they lie. Take a new view after each call: memory that grew moves. */
  view(): Data {
    return new VIEWS[this.type](this.heap.memory.buffer, this.at, this.length);
  }

  /** The bytes where they lie, until the memory grows. */
  bytes(): Uint8Array {
    return new Uint8Array(this.heap.memory.buffer, this.at, this.length * elementSize(this.type));
  }

  /** Overwrites the array from its beginning with the bytes of another one. */
  write(data: ArrayBufferView): this {
    this.bytes().set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return this;
  }

  /** Copies the array's beginning into another one, byte by byte. */
  read(into: ArrayBufferView): void {
    const target = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    target.set(this.bytes().subarray(0, target.length));
  }

  free(): void {
    this.heap.free(this.at);
  }
}
