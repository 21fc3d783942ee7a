import { afterEach, describe, expect, it, vi } from "vitest";
import { bytesOf, dealtSeed, hashOf, hexOf, makePart, sealedBytes } from "../src/lib/seals";
import { hashHere, sha256 } from "../src/lib/sha256";

const SALT = "5a".repeat(32);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The browser's own hash, as a reference. */
async function reference(hex: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(hex))));
}

function message(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 37 + 11) % 256);
}

describe("SHA-256", () => {
  it.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000])(
    "of %i bytes is the same here and in WebCrypto",
    async (length) => {
      const expected = await reference(hexOf(message(length)));
      expect(hexOf(hashHere(message(length)))).toBe(expected);
      expect(hexOf(await sha256(message(length)))).toBe(expected);
    },
  );

  it("is computed here where the browser offers no WebCrypto", async () => {
    vi.stubGlobal("crypto", {});
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(hexOf(await sha256(new Uint8Array()))).toBe(empty);
  });
});

describe("seals", () => {
  it("are those of the engine", async () => {
    // the figures of docs/fair.md, which the manual's tests compute in Python
    expect((await hashOf(sealedBytes(SALT, "7"))).slice(0, 16)).toBe("09ea1866e387df64");
    expect((await hashOf("ab".repeat(32))).slice(0, 16)).toBe("9a2db2e23f1504cd");
  });

  it("turn bytes into digits and back", () => {
    expect(hexOf(bytesOf("00ff10"))).toBe("00ff10");
  });
});

describe("a mixed deal", () => {
  const mix = { seed: "7", salt: SALT, parts: ["ab".repeat(32), null, "0c".repeat(32)] };

  it("hashes the server's seed and each seat's number and part", async () => {
    const bytes = `${"7".padStart(32, "0")}00${"ab".repeat(32)}02${"0c".repeat(32)}`;
    expect(await dealtSeed(mix)).toBe((await reference(bytes)).slice(0, 32));
  });

  it("depends on every part", async () => {
    const other = { ...mix, parts: ["ab".repeat(32), null, "0d".repeat(32)] };
    expect(await dealtSeed(other)).not.toBe(await dealtSeed(mix));
  });
});

describe("a part", () => {
  it("is the hash of random bytes and the player's words, and has a seal", async () => {
    const made = await makePart("駅弁", "11".repeat(32));
    expect(made.part).toBe(await reference(`${"11".repeat(32)}e9a785e5bc81`));
    expect(made.seal).toBe(await reference(made.part));
  });

  it("is another one every time", async () => {
    expect((await makePart("same")).part).not.toBe((await makePart("same")).part);
  });
});
