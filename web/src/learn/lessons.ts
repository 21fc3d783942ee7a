// Lessons of this browser: at which table each is played, and what of it has been read.
import type { Created, TableStatus } from "../generated/messages";
import { ask, HttpProblem, post } from "../lib/http";
import { remember } from "../lib/recent-tables";
import { settings } from "../lib/settings.svelte";

/** What has been read at a lesson's table: bubbles by list, remarks, and whether it was left. */
export interface Reading {
  at: Record<string, number>;
  heard: string[];
  left: boolean;
}

const TABLES = "ekiben-lessons";
const READING = "ekiben-lesson-";

export function readingOf(table: string): Reading {
  return { at: {}, heard: [], left: false, ...(read(READING + table) as Partial<Reading>) };
}

export function keepReading(table: string, reading: Reading): void {
  write(READING + table, reading);
}

/** The address of a lesson's table: the one that this browser has begun, or a new one. */
export async function openLesson(game: string): Promise<string> {
  const tables = read(TABLES) as Record<string, string>;
  const begun = tables[game];
  const table = begun !== undefined && (await isRunning(begun)) ? begun : await begin(game);
  write(TABLES, { ...tables, [game]: table });
  keepReading(table, { ...readingOf(table), left: false });
  return `/t/${table}`;
}

async function begin(game: string): Promise<string> {
  const { table } = await post<Created>(`/api/lessons/${game}/tables`, { name: settings.name });
  remember(table, game);
  return table;
}

async function isRunning(table: string): Promise<boolean> {
  try {
    return !(await ask<TableStatus>(`/api/tables/${table}/status`)).over;
  } catch (error) {
    if (error instanceof HttpProblem && (error.status === 404 || error.status === 403)) return false;
    throw error;
  }
}

function read(key: string): object {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "{}") as object | null) ?? {};
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* a browser that keeps nothing reads from the beginning again */
  }
}
