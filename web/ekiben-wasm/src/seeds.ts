// A seed is a whole number below 2 ** 128; kernels take it as four words of 32 bits.

import { EkibenError } from "./errors.js";

const SEEDS = 1n << 128n;
const WORD = 0xffff_ffffn;

/** Four words, the lowest first. */
export function seedWords(seed: number | bigint): BigInt64Array {
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed) ? BigInt(seed) : -1n;
  if (whole < 0n || whole >= SEEDS)
    throw new EkibenError(`a seed is a whole number from 0 to 2 ** 128 - 1, not ${seed}`);
  return BigInt64Array.from([0n, 32n, 64n, 96n], (shift) => (whole >> shift) & WORD);
}

/** A seed from the system's randomness. */
export function drawSeed(): bigint {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return words.reduce((seed, word) => (seed << 32n) | BigInt(word), 0n);
}
