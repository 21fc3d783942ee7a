// Seals on deals: the server's commitment, the players' parts, and the seed that follows from them.
import { sha256 } from "./sha256";

/** What one seat adds to a deal: 32 random bytes, and words of the player's own. */
export interface Part {
  random: string;
  words: string;
  /** The part itself: SHA-256 of the bytes and the words. */
  part: string;
  /** What is shown of it before all are sealed: its SHA-256. */
  seal: string;
}

/** What a mixed deal was made from, as its record tells it. */
export interface Mix {
  seed: string;
  salt: string;
  parts: (string | null)[];
}

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function hashOf(hex: string): Promise<string> {
  return hexOf(await sha256(bytesOf(hex)));
}

/** A seed as the 16 bytes that are hashed. */
export function seedBytes(seed: string): string {
  return seed.padStart(32, "0");
}

/** The bytes whose SHA-256 is the seal on a seed. */
export function sealedBytes(salt: string, seed: string): string {
  return salt + seedBytes(seed);
}

/** The bytes from whose SHA-256 a mixed deal's seed is taken: its first half. */
export function mixedBytes(mix: Mix): string {
  const parts = mix.parts.map((part, seat) => (part === null ? "" : hexByte(seat) + part));
  return seedBytes(mix.seed) + parts.join("");
}

export async function dealtSeed(mix: Mix): Promise<string> {
  return (await hashOf(mixedBytes(mix))).slice(0, 32);
}

/** A fresh part, with words of the player's own if there are any. */
export async function makePart(
  words: string,
  random = hexOf(crypto.getRandomValues(new Uint8Array(32))),
): Promise<Part> {
  const part = await hashOf(random + hexOf(new TextEncoder().encode(words)));
  return { random, words, part, seal: await hashOf(part) };
}

function hexByte(number: number): string {
  return number.toString(16).padStart(2, "0");
}
