// What players have learned: a file for each game, fetched when one of them is first asked to play.
import { Downloads } from "./downloads";
import type { EngineFiles } from "./files";

export class Networks {
  readonly #downloads: Downloads;

  /** `known`: the networks by game, with the boards and the sizes of tables that they are for. */
  constructor(
    base: string,
    readonly known: EngineFiles["networks"],
  ) {
    this.#downloads = new Downloads(base, {}, () => undefined);
  }

  /** The network of a game; the service worker keeps it from then on. */
  load(game: string): Promise<Uint8Array> {
    const found = this.known[game];
    if (!found) throw new Error(`there is no network of ${game}`);
    return this.#downloads.bytes(found.file);
  }
}
