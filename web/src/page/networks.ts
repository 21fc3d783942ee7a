// What players have learned: a file for each game, fetched when one of them is first asked to play.
import { Downloads } from "./downloads";
import type { EngineFiles } from "./files";

export class Networks {
  readonly #downloads: Downloads;

  constructor(
    base: string,
    readonly known: EngineFiles["networks"],
  ) {
    this.#downloads = new Downloads(base, {}, () => undefined);
  }

  /** The digests of the boards that the networks are for, by game. */
  boards(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.known).map(([game, { board }]) => [game, board]));
  }

  /** The network of a game; the service worker keeps it from then on. */
  load(game: string): Promise<Uint8Array> {
    const found = this.known[game];
    if (!found) throw new Error(`there is no network of ${game}`);
    return this.#downloads.bytes(found.file);
  }
}
