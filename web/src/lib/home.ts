// What the server offers: games, options, levels. Fetched once.
import { ask } from "./http";
import type { GameInfo, HomeInfo, LevelInfo, OptionInfo } from "../generated/messages";

export type Option = OptionInfo;
export type Level = LevelInfo;
export type Game = GameInfo;
export type Home = HomeInfo;

let home: Promise<Home> | null = null;

export function homeOf(): Promise<Home> {
  home ??= ask<Home>("/api/home").catch((error: unknown) => { home = null; throw error; });
  return home;
}
