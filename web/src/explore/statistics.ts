// Shares and their intervals, from the counts that the server sends.
import type { ExplorerGroup, ExplorerInfo, ExplorerTable } from "../generated/messages";
import { placeOfLevel } from "../lib/levels";
import { elementAt } from "../lib/lists";

/** A part of a number of cases, and the range that holds the true part in 19 cases of 20. */
export interface Share {
  value: number;
  low: number;
  high: number;
  cases: number;
}

/** One stage of an item: how many of those who could reach it did, and how many of them won. */
export interface Stage {
  name: string;
  base: string;
  reached: Share | null;
  won: Share | null;
}

/** An item of a table in one group. */
export interface Row {
  table: string;
  id: string;
  stages: Stage[];
}

const Z = 1.959964; // 95 %
/** With fewer cases than this a share says little. */
export const FEW = 30;

/** The interval by Wilson; hits may be fractions, where wins are shared. */
export function wilson(hits: number, cases: number): Share | null {
  if (cases <= 0) return null;
  const value = hits / cases;
  const width = 1 + (Z * Z) / cases;
  const middle = (value + (Z * Z) / (2 * cases)) / width;
  const spread = (value * (1 - value)) / cases + (Z * Z) / (4 * cases * cases);
  const half = (Z * Math.sqrt(spread)) / width;
  const low = Math.min(value, Math.max(0, middle - half));
  return { value, low, high: Math.max(value, Math.min(1, middle + half)), cases };
}

export function tableNamed(info: ExplorerInfo, name: string): ExplorerTable | undefined {
  return info.tables.find((table) => table.name === name);
}

export function groupOf(info: ExplorerInfo, seats: number, level: string): ExplorerGroup {
  const found = info.groups.find((one) => one.seats === seats && one.level === level);
  return found ?? elementAt(info.groups, 0);
}

/** The levels that there are, the easiest first. */
export function levelsOf(info: ExplorerInfo): string[] {
  const found = [...new Set(info.groups.map(({ level }) => level))];
  return found.sort((a, b) => placeOfLevel(a) - placeOfLevel(b));
}

/** What a seat of a group wins on average. */
export function averageOf(group: ExplorerGroup): number {
  return group.players > 0 ? group.wins / group.players : 0;
}

/** The items of a table that anybody in the group reached. */
export function rowsOf(group: ExplorerGroup, table: ExplorerTable): Row[] {
  return table.items
    .map((id, place) => ({ table: table.name, id, stages: stagesOf(group, table, place) }))
    .filter(({ stages }) => stages.some(({ won }) => won !== null));
}

function stagesOf(group: ExplorerGroup, table: ExplorerTable, place: number): Stage[] {
  const counted = (stage: string): number => group.counts[table.name]?.[stage]?.[place] ?? 0;
  return table.stages.map((name, at) => {
    const base = table.bases[at] ?? "";
    const cases = base === "" ? group.players : counted(base);
    const won = group.won[table.name]?.[name]?.[place] ?? 0;
    return {
      name,
      base,
      reached: wilson(counted(name), cases),
      won: wilson(won, counted(name)),
    };
  });
}

/** The mean of a figure, from its count and sum. */
export function meanOf([count = 0, total = 0]: number[]): number {
  return count > 0 ? total / count : 0;
}

// ---- order
/** What a list is sorted by: a name, the share that reached a stage, or its wins. */
export type Column = "name" | "won" | `reached:${string}`;

export interface Order {
  column: Column;
  falling: boolean;
}

/** The stage that one can choose, whose wins a list shows. */
export const CHOSEN: Readonly<Record<string, string>> = {
  tickets: "kept",
  routes: "claimed",
  jobs: "delivered",
  cities: "start",
};

export function stageNamed(row: Row, name: string): Stage | undefined {
  return row.stages.find((stage) => stage.name === name);
}

/** Wins count by the lower end of their interval, so that few cases do not come first. */
export function sortRows(rows: Row[], order: Order, nameOf: (row: Row) => string): Row[] {
  const sign = order.falling ? -1 : 1;
  if (order.column === "name")
    return [...rows].sort((a, b) => sign * nameOf(a).localeCompare(nameOf(b)));
  return [...rows].sort((a, b) => sign * (valueOf(a, order.column) - valueOf(b, order.column)));
}

function valueOf(row: Row, column: Column): number {
  if (column === "won") return stageNamed(row, CHOSEN[row.table] ?? "all")?.won?.low ?? -1;
  return stageNamed(row, column.slice("reached:".length))?.reached?.value ?? -1;
}

// ---- the board
/** How far the wins of those who claimed a route are above the average, on a scale of -1 to 1. */
export function heatOf(info: ExplorerInfo, group: ExplorerGroup): Map<string, number> {
  const table = tableNamed(info, "routes");
  const average = averageOf(group);
  const lifts = (table ? rowsOf(group, table) : []).flatMap((row) => {
    const won = stageNamed(row, "claimed")?.won;
    return won && won.cases >= FEW ? [[row.id, won.value - average] as const] : [];
  });
  const most = Math.max(0.01, ...lifts.map(([, lift]) => Math.abs(lift)));
  return new Map(lifts.map(([id, lift]) => [id, lift / most]));
}
