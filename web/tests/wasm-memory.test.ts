import { expect, test } from "vitest";

import { Heap, MemoryArray } from "../ekiben-wasm/src/memory";

const START = 1000;

function heap(): Heap {
  return new Heap(new WebAssembly.Memory({ initial: 1 }), START);
}

test("blocks lie apart, behind the module's data, and are zero", () => {
  const memory = heap();
  const first = new MemoryArray(memory, "uint8", [10]);
  const second = new MemoryArray(memory, "int64", [3, 2]);
  expect(first.at).toBeGreaterThanOrEqual(START);
  expect(second.at).toBeGreaterThanOrEqual(first.at + 10);
  expect(second.at % 8).toBe(0);
  expect([...second.view()]).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
});

test("what is freed is used again, neighbours as one block", () => {
  const memory = heap();
  const blocks = [100, 200, 300, 400].map((size) => memory.allocate(size));
  for (const n of [2, 0, 1]) memory.free(blocks[n] ?? 0);
  expect(memory.allocate(550)).toBe(blocks[0]);
});

test("the memory grows when it is full and shrinks back to nothing", () => {
  const memory = heap();
  const large = memory.allocate(1_000_000);
  expect(memory.memory.buffer.byteLength).toBeGreaterThan(1_000_000);
  expect(memory.used).toBeGreaterThanOrEqual(1_000_000);
  memory.free(large);
  expect(memory.used).toBe(0);
  expect(memory.allocate(8)).toBe(large);
});

test("a block is freed once", () => {
  const memory = heap();
  const at = memory.allocate(8);
  memory.free(at);
  expect(() => memory.free(at)).toThrow(RangeError);
});

test("bytes are read and written", () => {
  const array = new MemoryArray(heap(), "float64", [2]).write(new Float64Array([1.5, -2]));
  const copy = new Float64Array(2);
  array.read(copy);
  expect([...copy]).toEqual([1.5, -2]);
});
