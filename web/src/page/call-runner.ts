// What a thinking worker does: it makes calls, as Python describes them, over the bare module.
import { Kernels } from "../../ekiben-wasm/src/kernels";
import type { MemoryArray } from "../../ekiben-wasm/src/memory";
import type {
  ArrayArgument,
  Bytes,
  Call,
  FromThinkingWorker,
  Kept,
  Order,
  Part,
  TypedKept,
  WorkSpace,
  ToThinkingWorker,
} from "./thinking-messages";

export type Reply = (message: FromThinkingWorker, transfer: Transferable[]) => void;

/** Hears the pool's messages: the first one starts it, and it is sent no other before it is ready. */
export function thinkingWorker(reply: Reply): (message: ToThinkingWorker) => Promise<void> {
  let runner: CallRunner | null = null;
  return async (message) => {
    try {
      if ("start" in message) {
        runner = new CallRunner(await Kernels.create(message.start, message.signatures));
        reply({ ready: true }, []);
      } else runner?.obey(message, reply);
    } catch (error) {
      reply({ failed: String(error) }, []);
    }
  };
}

export class CallRunner {
  readonly #kept = new Map<number, MemoryArray>();

  constructor(readonly kernels: Kernels) {}

  obey(order: Order, reply: Reply): void {
    if ("keep" in order) this.keep(order.keep, order.bytes);
    else if ("forget" in order) this.forget(order.forget);
    else this.answer(order.call, order.bytes, reply);
  }

  keep(key: number, bytes: Bytes): void {
    this.forget(key);
    this.#kept.set(key, this.kernels.bytes(bytes));
  }

  forget(key: number): void {
    this.#kept.get(key)?.free();
    this.#kept.delete(key);
  }

  answer(call: Call, bytes: Bytes, reply: Reply): void {
    try {
      const value = this.run(call, bytes);
      reply({ outcome: { value }, bytes }, [bytes.buffer]);
    } catch (error) {
      reply({ outcome: { error: String(error) }, bytes }, [bytes.buffer]);
    }
  }

  /** Call a kernel; its arrays among the bytes are overwritten with what it wrote to them. */
  run(call: Call, bytes: Bytes): number {
    const laid = new LaidOut(this.kernels, this.#kept, bytes);
    try {
      const value = this.kernels.call(call.kernel, ...call.arguments.map((one) => laid.out(one)));
      laid.readBack();
      return value;
    } finally {
      laid.free();
    }
  }
}

/** The arguments of one call in the module's memory. */
class LaidOut {
  readonly #own: MemoryArray[] = [];
  readonly #written: { array: MemoryArray; at: number }[] = [];

  constructor(
    readonly kernels: Kernels,
    readonly kept: ReadonlyMap<number, MemoryArray>,
    readonly bytes: Bytes,
  ) {}

  out(argument: Call["arguments"][number]): number | MemoryArray {
    if (typeof argument === "number") return argument;
    if ("keep" in argument) return this.#keptArgument(argument);
    return "type" in argument ? this.#array(argument) : this.#workSpace(argument);
  }

  readBack(): void {
    for (const { array, at } of this.#written) array.read(this.#bytesOf(array, at));
  }

  free(): void {
    for (const array of this.#own) array.free();
  }

  /** Kept bytes as they are, or copied to an array of the type that the kernel takes. */
  #keptArgument(argument: Kept | TypedKept): MemoryArray {
    const kept = this.#keptArray(argument);
    if (!("type" in argument)) return kept;
    const array = this.kernels.array(argument.type, ...argument.shape);
    this.#own.push(array);
    return array.write(kept.bytes());
  }

  #keptArray({ keep }: Kept): MemoryArray {
    const array = this.kept.get(keep);
    if (array === undefined) throw new Error(`this worker was not given array ${keep}`);
    return array;
  }

  #array({ type, shape, at }: ArrayArgument): MemoryArray {
    const array = this.kernels.array(type, ...shape);
    this.#own.push(array);
    this.#written.push({ array, at });
    return array.write(this.#bytesOf(array, at));
  }

  /** The bytes of an array among those of the call. */
  #bytesOf(array: MemoryArray, at: number): Uint8Array {
    return this.bytes.subarray(at, at + array.bytes().length);
  }

  #workSpace({ size, start }: WorkSpace): MemoryArray {
    const space = this.kernels.array("uint8", size);
    this.#own.push(space);
    let place = 0;
    for (const part of start) {
      const bytes = this.#part(part);
      space.bytes().set(bytes, place);
      place += bytes.length;
    }
    return space;
  }

  #part(part: Part | Kept): Uint8Array {
    if ("keep" in part) return this.#keptArray(part).bytes();
    return this.bytes.subarray(part.at, part.at + part.size);
  }
}
