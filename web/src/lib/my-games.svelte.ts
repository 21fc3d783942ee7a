// This browser's games: what is kept of them here, refreshed from the server while somebody looks.
import { untrack } from "svelte";
import type { TableStatus } from "../generated/messages";
import { ask, HttpProblem } from "./http";
import { forget, note, recents, type Heard, type Recent } from "./recent-tables";

/** A game that runs, with what is known of it. */
export interface Running extends Recent {
  mine: boolean;
}
/** A game that has ended. */
export interface Finished extends Recent {
  heard: Heard;
}

const AT_ONCE = 4;

class MyGames {
  all = $state.raw<Recent[]>(recents());
  /** Those that can be gone on with: first where it is this browser's turn, then the latest. */
  running = $derived(
    this.all
      .filter((one) => !one.heard?.over && !one.gone)
      .map((one) => ({ ...one, mine: isMine(one.heard) }))
      .sort((a, b) => Number(b.mine) - Number(a.mine) || lastMove(b) - lastMove(a)),
  );
  finished = $derived(this.all.filter(isFinished).sort((a, b) => lastMove(b) - lastMove(a)));
  /** Gone without a result. */
  gone = $derived(this.all.filter((one) => one.gone && !one.heard?.over));

  /** Ask about the games that may have changed: at most so many, the latest first. */
  async refresh(most = Infinity): Promise<void> {
    this.all = recents();
    const asked = this.all.filter((one) => !one.heard?.over && !one.gone).slice(0, most);
    const rest = asked.map((one) => one.table);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#askOneByOne(rest)));
  }

  remove(...tables: string[]): void {
    forget(...tables);
    this.all = recents();
  }

  /** Refresh now and whenever the page is looked at again; returns the function that stops it. */
  watch(most?: number): () => void {
    const look = (): void => {
      if (!document.hidden) void this.refresh(most);
    };
    untrack(look);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }

  async #askOneByOne(tables: string[]): Promise<void> {
    for (let table = tables.shift(); table !== undefined; table = tables.shift()) {
      await hear(table);
      this.all = recents();
    }
  }
}

/** Ask how a table stands, and keep the answer. */
export async function hear(table: string): Promise<void> {
  try {
    const status = await ask<TableStatus>(`/api/tables/${table}/status`);
    const { idle, names, kinds, levels, assisted, you, over, seat, scores, ranking } = status;
    const { lesson, branch } = status;
    const known = { names, kinds, levels, assisted, you, over, seat, scores, ranking };
    note(table, { heard: { ...known, lesson, branch, moved: Date.now() - idle * 1000 } });
  } catch (error) {
    const status = error instanceof HttpProblem ? error.status : 0;
    if (status === 404 || status === 403) note(table, { gone: true });
  }
}

function isMine(heard: Heard | undefined): boolean {
  if (heard?.seat == null) return false;
  return heard.you.includes(heard.seat) && heard.kinds[heard.seat] === "person";
}

function isFinished(one: Recent): one is Finished {
  return one.heard?.over === true;
}

/** When the last move was made, as far as is known. */
export function lastMove(one: Recent): number {
  return one.heard?.moved ?? one.at;
}

/** The place of a seat: 1, 2, 2, 4. */
export function placeOf(seat: number, ranking: number[][]): number {
  const before = ranking.findIndex((group) => group.includes(seat));
  return 1 + ranking.slice(0, Math.max(0, before)).reduce((count, group) => count + group.length, 0);
}

export const myGames = new MyGames();
