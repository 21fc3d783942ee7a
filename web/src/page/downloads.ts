// Fetches the engine's files and counts their bytes as they arrive.

/** A file of the page could not be had. */
export class MissingFile extends Error {}

export class Downloads {
  #arrived = 0;
  readonly #total: number;

  constructor(
    readonly base: string,
    readonly sizes: Readonly<Record<string, number>>,
    /** Called with the fraction that has arrived, from 0 to 1. */
    readonly counted: (part: number) => void,
  ) {
    this.#total = Math.max(
      1,
      Object.values(sizes).reduce((sum, one) => sum + one, 0),
    );
  }

  address(file: string): string {
    return new URL(file, this.base).href;
  }

  /** The whole file, counted. */
  async bytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    await this.#read(file, (part) => parts.push(part));
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      whole.set(part, end);
      end += part.length;
    }
    return whole;
  }

  async text(file: string): Promise<string> {
    return new TextDecoder().decode(await this.bytes(file));
  }

  /** Count a file that somebody else fetches too; the browser downloads it once for both. */
  async watch(file: string): Promise<void> {
    await this.#read(file, () => undefined);
  }

  async #read(file: string, take: (part: Uint8Array) => void): Promise<void> {
    const reader = (await fetchFile(this.address(file))).getReader();
    let arrived = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      take(next.value);
      arrived += next.value.length;
      this.#count(next.value.length);
    }
    this.#count((this.sizes[file] ?? arrived) - arrived); // a size that was wrong does no harm
  }

  #count(bytes: number): void {
    this.#arrived += bytes;
    this.counted(Math.min(1, this.#arrived / this.#total));
  }
}

async function fetchFile(address: string): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new MissingFile(`${address}: ${String(error)}`);
  });
  if (!answer.ok || !answer.body) throw new MissingFile(`${address}: HTTP ${answer.status}`);
  return answer.body;
}
