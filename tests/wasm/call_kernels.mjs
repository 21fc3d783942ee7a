// Calls kernels of a module one after the other. Standard input: {module, calls: [[name, ...arguments]]}, where an array is
// {bytes (base64), shape}; standard output: for each call its result, and the arrays as it has left them.
import { readFileSync } from "node:fs";

const { module, calls } = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, __heap_base } = instance.exports;

function call([name, ...given]) {
  let top = __heap_base.value;
  const arrays = [];
  const put = ({ bytes, shape }) => {
    const data = Buffer.from(bytes, "base64");
    const at = (top + 15) & ~15;
    top = at + data.length;
    if (top > memory.buffer.byteLength) memory.grow(Math.ceil((top - memory.buffer.byteLength) / 65536));
    new Uint8Array(memory.buffer, at, data.length).set(data);
    arrays.push([at, data.length]);
    return [at, ...shape];
  };
  const flat = given.flatMap((one) => (typeof one === "object" ? put(one) : [one]));
  const result = instance.exports[name](...flat) ?? null;
  return { result, arrays: arrays.map(([at, length]) => Buffer.from(memory.buffer, at, length).toString("base64")) };
}

process.stdout.write(JSON.stringify(calls.map(call)));
