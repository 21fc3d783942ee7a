// SHA-256. Browsers hash with WebCrypto where they offer it: only on pages that came over HTTPS or
// from this machine. Elsewhere, as in a home network, it is computed here.

const BLOCK = 64;
const PRIMES = firstPrimes(64);
const ROUND_WORDS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
const START_WORDS = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const subtle = (crypto as Partial<Crypto>).subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : hashHere(bytes);
}

/** The same without WebCrypto. */
export function hashHere(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = pad(bytes);
  const state = Uint32Array.from(START_WORDS);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    addBlock(state, new DataView(padded.buffer, at, BLOCK));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => {
    digest.setUint32(4 * at, word);
  });
  return new Uint8Array(digest.buffer);
}

/** The message, a one bit, zeros, and the message's length in bits, in whole blocks. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) % 2 ** 32);
  return padded;
}

function addBlock(state: Uint32Array, block: DataView): void {
  const words = schedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + mixed(e, 6, 11, 25) + choice + (ROUND_WORDS[round] ?? 0) + (words[round] ?? 0);
    const second = mixed(a, 2, 13, 22) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
}

/** The block's 16 words, continued to 64. */
function schedule(block: DataView): Uint32Array {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at++) {
    const near = words[at - 2] ?? 0;
    const far = words[at - 15] ?? 0;
    const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large;
  }
  return words;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function mixed(word: number, first: number, second: number, third: number): number {
  return turned(word, first) ^ turned(word, second) ^ turned(word, third);
}

/** The first 32 bits after the point. */
function fractionBits(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
