// A person's own boards: the app checks and keeps them; what the home page shows of them is noted
// here too, so that they are there before the app is.
import { forgetCatalogue, type Game, type Home } from "../lib/catalogue";
import { ask, post } from "../lib/http";
import { refetchTexts } from "../lib/i18n.svelte";

interface OwnBoards {
  games: Game[];
  /** What is wrong with boards that a newer version cannot play, by name. */
  faults: Record<string, string>;
}

const KEY = "ekiben-boards";

class Boards {
  games = $state.raw<Game[]>(noted());
  faults = $state.raw<Record<string, string>>({});

  /** Ask the app, whose list holds. */
  async refresh(): Promise<void> {
    await this.#take(await ask<OwnBoards>("/api/page/boards"));
  }

  /** Add a board; its fault is thrown in the app's words. */
  async add(text: string): Promise<Game | undefined> {
    const before = new Set(this.games.map((game) => game.name));
    await this.#take(await post<OwnBoards>("/api/page/boards", { text }));
    return this.games.find((game) => !before.has(game.name)) ?? this.games.at(-1);
  }

  async remove(game: string): Promise<void> {
    await this.#take(await post<OwnBoards>(`/api/page/boards/${game}/remove`, {}));
  }

  async #take({ games, faults }: OwnBoards): Promise<void> {
    this.faults = faults;
    if (JSON.stringify(games) === JSON.stringify(this.games)) return;
    this.games = games;
    note(games);
    forgetCatalogue();
    await refetchTexts();
  }
}

export const boards = new Boards();

/** An answer out of the page's folder, with the person's own boards in it. */
export function withBoards(path: string, known: unknown): unknown {
  if (boards.games.length === 0) return known;
  if (path === "/api/home") return withGames(known as Home);
  const language = /^\/api\/texts\/(en|ja)$/.exec(path)?.[1] as "en" | "ja" | undefined;
  return language ? withTitles(known as { games: Record<string, string> }, language) : known;
}

function withGames(home: Home): Home {
  return { ...home, games: [...home.games, ...boards.games] };
}

function withTitles<T extends { games: Record<string, string> }>(texts: T, language: "en" | "ja"): T {
  const games = { ...texts.games };
  for (const game of boards.games) games[game.name] = game.titles[language] ?? game.name;
  return { ...texts, games };
}

function noted(): Game[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as Game[] | null) ?? [];
  } catch {
    return [];
  }
}

function note(games: Game[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    /* they are shown once the app is there */
  }
}
