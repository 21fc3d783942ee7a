// What the server offers: games, options, levels. Fetched once.
import { ask } from "./http";
import type { GameInfo, HomeInfo, LevelInfo, OptionInfo } from "../generated/messages";

export type Option = OptionInfo;
export type Level = LevelInfo;
export type Game = GameInfo;
export type Home = HomeInfo;

/** What a new table of people is set up with, where that differs from the rules' defaults. */
export function proposed(game: Game): Record<string, unknown> {
  return Object.fromEntries(
    game.options
      .filter((option) => option.proposed !== option.default)
      .map((option) => [option.name, option.proposed]),
  );
}

let home: Promise<Home> | null = null;

/** Fetch it anew the next time: the games are others now. */
export function forgetCatalogue(): void {
  home = null;
}

export function fetchCatalogue(): Promise<Home> {
  home ??= ask<Home>("/api/home").catch((error: unknown) => {
    home = null;
    throw error;
  });
  return home;
}
