import { expect, test } from "vitest";

import { KernelError, Kernels, type Signatures } from "../ekiben-wasm/src/kernels";

const text = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];
const FAIL = [0, 0x41, 16, 0x24, 1, 0, 0x0b]; // moves the stack, then traps
const EXPORTS = [
  ...[4, ...text("memory"), 2, 0, ...text("__heap_base"), 3, 0],
  ...[...text("__stack_pointer"), 3, 1, ...text("fail"), 0, 0],
];
const GLOBALS = [2, 0x7f, 0, 0x41, 0x80, 8, 0x0b, 0x7f, 1, 0x41, 0x80, 4, 0x0b]; // 1024, 512
// a module of one kernel, fail(int), with a memory of one page
const CODE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 1, 0x7f, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1],
  ...[6, GLOBALS.length, ...GLOBALS, 7, EXPORTS.length, ...EXPORTS],
  ...[10, FAIL.length + 2, 1, FAIL.length, ...FAIL],
]);
const SIGNATURES: Signatures = { fail: { arguments: [{ type: "int64", axes: 0 }], result: null } };

test("a trap is an error that names the kernel, and the stack is put back", async () => {
  const { instance } = await WebAssembly.instantiate(CODE);
  const kernels = new Kernels(instance, SIGNATURES);
  expect(() => kernels.call("fail", 1)).toThrow(KernelError);
  expect(() => kernels.call("fail", 1)).toThrow(/^fail stopped \(unreachable\)/);
  expect((instance.exports.__stack_pointer as WebAssembly.Global).value).toBe(512);
});

test("numbers that do not fit and unknown kernels are errors", async () => {
  const kernels = await Kernels.create(CODE, SIGNATURES);
  expect(kernels.names).toEqual(["fail"]);
  expect(() => kernels.call("fail", 2 ** 31)).toThrow("fail: argument 0 is a whole number of 32 bits");
  expect(() => kernels.call("fly")).toThrow("the module has no kernel fly");
  expect(() => kernels.call("fail")).toThrow("fail takes 1 arguments, not 0");
});

test("a module without a memory is none of ours", async () => {
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  await expect(Kernels.create(empty, {})).rejects.toThrow("this is not ekiben.wasm");
});
