// A state is bytes; its fields say where everything lies and who sees it.

import { type ElementType, elementSize } from "./memory.js";

export interface Field {
  name: string;
  type: ElementType;
  at: number;
  shape: number[];
  axes: (string | number)[];
  seenBy: "all" | "own" | "owner" | "nobody";
  /** The field that tells which seat owns each row. */
  ownedBy?: string;
}

/** A number, or a bigint where a field has 64 bits; arrays of them where it has axes. */
export type Value = number | bigint | Value[];
/** The fields of a state by name; -1 is unknown. */
export type View = Record<string, Value>;

/** Bytes side by side. */
interface Part {
  at: number;
  length: number;
}

/** Bytes of a field side by side, all in one row of its first axis. */
interface Run extends Part {
  row: number;
}

const HIDDEN = 255; // every byte of -1

/** The fields of a game's state, each cut to what its board and seats use. */
export class Layout {
  readonly #fields = new Map<string, { field: Field; cut: number[]; runs: Run[] }>();

  /** `blank`: the bytes of a state of which nothing is known. */
  constructor(
    fields: readonly Field[],
    extents: Record<string, number>,
    readonly blank: Uint8Array,
  ) {
    for (const field of fields) {
      const cut = field.shape.map((size, n) => extents[field.axes[n] ?? ""] ?? size);
      this.#fields.set(field.name, { field, cut, runs: runsOf(field, cut) });
    }
  }

  /** One element of a field. */
  number(state: Uint8Array, name: string, index = 0): number {
    const { type, at } = this.#entry(name).field;
    return Number(element(state, type, at + index * elementSize(type)));
  }

  /** The state as a viewer knows it: a blank one, with all the viewer sees written into it. */
  hide(state: Uint8Array, viewer: number | null): Uint8Array {
    const known = this.blank.slice();
    for (const { field, runs } of this.#fields.values()) {
      if (field.seenBy === "nobody") continue;
      for (const { at, length, row } of runs)
        if (this.#sees(state, field, row, viewer)) known.set(state.subarray(at, at + length), at);
        else known.fill(HIDDEN, at, at + length);
    }
    return known;
  }

  #sees(state: Uint8Array, field: Field, row: number, viewer: number | null): boolean {
    if (field.seenBy === "all") return true;
    return viewer === (field.ownedBy === undefined ? row : this.number(state, field.ownedBy, row));
  }

  /** The fields by name; those that nobody sees only when the game is over. */
  view(state: Uint8Array, viewer: number | null, over: boolean): View {
    const known = over ? state : this.hide(state, viewer);
    const seen = [...this.#fields.values()].filter(({ field }) => over || field.seenBy !== "nobody");
    return Object.fromEntries(seen.map(({ field, cut }) => [field.name, valueOf(known, field, cut)]));
  }

  #entry(name: string): { field: Field } {
    const found = this.#fields.get(name);
    if (found === undefined) throw new RangeError(`a state has no field ${name}`);
    return found;
  }
}

/** The bytes of a field that a game uses; row by row, unless everybody sees all of them. */
function runsOf(field: Field, cut: readonly number[]): Run[] {
  const size = elementSize(field.type);
  if (field.seenBy === "all" || cut.length === 0)
    return usedParts(field.shape, cut, size).map(({ at, length }) => ({ at: field.at + at, length, row: 0 }));
  const inner = usedParts(field.shape.slice(1), cut.slice(1), size);
  const stride = product(field.shape.slice(1)) * size;
  return Array.from({ length: cut[0] ?? 0 }, (_, row) =>
    inner.map(({ at, length }) => ({ at: field.at + row * stride + at, length, row })),
  ).flat();
}

/** Where the used elements of an array lie in it; neighbours are one part. */
function usedParts(shape: readonly number[], cut: readonly number[], size: number): Part[] {
  const [rows, ...rest] = cut;
  if (rows === undefined) return [{ at: 0, length: size }];
  const inner = usedParts(shape.slice(1), rest, size);
  const stride = product(shape.slice(1)) * size;
  return Array.from({ length: rows }, (_, row) =>
    inner.map(({ at, length }) => ({ at: row * stride + at, length })),
  )
    .flat()
    .reduce<Part[]>(joined, []);
}

function joined(parts: Part[], part: Part): Part[] {
  const last = parts.at(-1);
  if (last !== undefined && last.at + last.length === part.at) last.length += part.length;
  else parts.push(part);
  return parts;
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total * size, 1);
}

function valueOf(state: Uint8Array, field: Field, cut: readonly number[]): Value {
  const size = elementSize(field.type);
  const strides = field.shape.map((_, n) => product(field.shape.slice(n + 1)) * size);
  const read = (axis: number, at: number): Value =>
    axis === cut.length
      ? element(state, field.type, at)
      : Array.from({ length: cut[axis] ?? 0 }, (_, n) => read(axis + 1, at + n * (strides[axis] ?? 0)));
  return read(0, field.at);
}

/** Records are little-endian everywhere, as WebAssembly's memory is. */
function element(state: Uint8Array, type: ElementType, at: number): number | bigint {
  const bytes = new DataView(state.buffer, state.byteOffset + at, elementSize(type));
  if (type === "int64") return bytes.getBigInt64(0, true);
  if (type === "int32") return bytes.getInt32(0, true);
  return type === "int16" ? bytes.getInt16(0, true) : bytes.getInt8(0);
}
