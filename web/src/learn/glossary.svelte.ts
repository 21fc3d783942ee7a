// The terms of the game that is played or read about, in the shown language. They are fetched after
// the page is there; until then texts have no terms.
import type { TermInfo } from "../generated/messages";
import { ask } from "../lib/http";
import { language } from "../lib/i18n.svelte";

const NONE: readonly TermInfo[] = [];

class Glossary {
  /** The game whose terms texts have, unless they name another. */
  game = $state<string | null>(null);
  #fetched = $state.raw<Readonly<Record<string, readonly TermInfo[]>>>({});
  #asked = new Set<string>();

  /** The terms of a game; none while they are on their way. */
  terms(game: string | null = this.game): readonly TermInfo[] {
    return game === null ? NONE : (this.#fetched[`${game}/${language()}`] ?? NONE);
  }

  /** Fetch the terms of a game in the shown language; call it where both may change. */
  async need(game: string): Promise<void> {
    const key = `${game}/${language()}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const terms = await ask<TermInfo[]>(`/api/glossary/${game}?language=${language()}`);
      this.#fetched = { ...this.#fetched, [key]: terms };
    } catch {
      this.#asked.delete(key); // texts stay plain; the next page asks again
    }
  }
}

export const glossary = new Glossary();

/** In a component: its texts are about this game. */
export function useGlossary(game: () => string): void {
  $effect(() => {
    glossary.game = game();
    void glossary.need(game());
    return () => (glossary.game = null);
  });
}
