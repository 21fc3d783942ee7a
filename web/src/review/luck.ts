// The ledger: what luck and choices gave and took. It counts in ten-thousandths, so nothing is lost.
import type { Ledger, LedgerLine, LuckKind } from "./types";

export const EXACT = 10_000;
export const KINDS: readonly LuckKind[] = [
  "deal",
  "draw",
  "market",
  "tunnel",
  "tickets",
  "jobs",
  "happening",
];

/** Entries of the account of one seat, in order; start and amounts add up to the result. */
export interface Entry {
  kind: LuckKind | "own" | "others";
  amount: number;
}

export interface Account {
  start: number;
  entries: Entry[];
  result: number;
}

/** What each kind of luck, the seat's own choices and the others' were worth to a seat. */
export function accountOf(ledger: Ledger, seat: number): Account {
  const amounts = new Map<Entry["kind"], number>();
  for (const line of ledger.lines) {
    const kind = entryKind(line, seat);
    amounts.set(kind, (amounts.get(kind) ?? 0) + (line.shifts[seat] ?? 0));
  }
  const order: Entry["kind"][] = [...KINDS, "own", "others"];
  const entries = order
    .filter((kind) => amounts.has(kind))
    .map((kind) => ({ kind, amount: amounts.get(kind) ?? 0 }));
  return { start: ledger.start[seat] ?? 0, entries, result: ledger.result[seat] ?? 0 };
}

function entryKind({ kind, seat: chooser }: LedgerLine, seat: number): Entry["kind"] {
  if (kind !== "choice") return kind;
  return chooser === seat ? "own" : "others";
}

/** Where a bar begins and ends in a waterfall. */
export interface Step extends Entry {
  from: number;
  to: number;
}

/** The entries as steps from the start to the result. */
export function stepsOf({ start, entries }: Account): Step[] {
  let at = start;
  return entries.map((entry) => {
    const from = at;
    at += entry.amount;
    return { ...entry, from, to: at };
  });
}

/** All luck of a seat together. */
export function luckOf(account: Account): number {
  return account.entries
    .filter(({ kind }) => kind !== "own" && kind !== "others")
    .reduce((total, { amount }) => total + amount, 0);
}

/** The strokes of luck that moved a seat's chances most. */
export function largestLuck(ledger: Ledger, seat: number, count: number): LedgerLine[] {
  const size = (line: LedgerLine): number => Math.abs(line.shifts[seat] ?? 0);
  return ledger.lines
    .filter((line) => line.kind !== "choice" && size(line) > 0)
    .sort((one, other) => size(other) - size(one) || one.at - other.at)
    .slice(0, count);
}

/** Ten-thousandths as percent with both decimals, so that what is read adds up: `+12.34 %`. */
export function exactPercent(amount: number, signed = true): string {
  const whole = (Math.abs(amount) / 100).toFixed(2);
  const sign = amount < 0 ? "−" : signed && amount > 0 ? "+" : "";
  return `${sign}${whole}`;
}
