// The proof of a finished game: every check with its verdict. Seals are hashed here; decks and
// replay come from the server's report and are compared with what this browser saw.
import type { ProofReport } from "../generated/messages";
import { dealtSeed, hashOf, mixedBytes, sealedBytes, type Mix, type Part } from "./seals";
import type { SeenEvent, Testimony } from "./witness";

/** As much of a record as the proof needs. */
export interface GameRecord {
  game: string;
  names: string[];
  seed: string;
  commit?: string;
  salt?: string;
  mix?: Mix;
  result: unknown;
}
export type Verdict = "pass" | "fail" | "unknown";
/** A check: `text` is the key of its sentence under `web.proof`. */
export interface Check {
  name: "seal" | "kept" | "mix" | "mine" | "decks" | "replay";
  verdict: Verdict;
  text: string;
  values: Record<string, string | number>;
}
/** What this browser kept of the table. */
export interface Kept {
  testimony: Testimony | null;
  events: SeenEvent[];
}

export async function proofOf(
  record: GameRecord,
  kept: Kept,
  report: ProofReport,
): Promise<Check[]> {
  const { testimony } = kept;
  const mixing = record.mix !== undefined || (testimony?.seals.length ?? 0) > 0;
  return [
    await checkSeal(record),
    checkKept(record, testimony, report),
    ...(mixing ? [await checkMix(record), await checkMine(record, testimony)] : []),
    checkDecks(kept.events, report),
    checkReplay(record, report),
  ];
}

/** The verdict on everything: one failure decides. */
export function isSound(checks: Check[]): boolean {
  return checks.every((check) => check.verdict !== "fail");
}

// ---- the seal
async function checkSeal(record: GameRecord): Promise<Check> {
  const { salt, seed } = record.mix ?? record;
  if (!record.commit || !salt) return check("seal", "fail", "seal-none");
  const fits = (await hashOf(sealedBytes(salt, seed))) === record.commit;
  return fits ? check("seal", "pass", "seal-pass") : check("seal", "fail", "seal-fail");
}

function checkKept(
  record: GameRecord,
  testimony: Testimony | null,
  report: ProofReport,
): Check {
  if (!testimony) return check("kept", "unknown", "kept-none");
  if (testimony.commit !== record.commit) {
    return check("kept", "fail", "kept-fail", { seal: testimony.commit });
  }
  const early = testimony.heard <= report.dealt || report.problem !== null;
  return check("kept", "pass", early ? "kept-pass" : "kept-late");
}

// ---- the players' randomness
async function checkMix(record: GameRecord): Promise<Check> {
  const { mix } = record;
  if (!mix) return check("mix", "fail", "mix-gone");
  const fits = (await dealtSeed(mix)) === record.seed.padStart(32, "0");
  const names = named(record, (seat) => mix.parts[seat] !== null);
  return fits ? check("mix", "pass", "mix-pass", { names }) : check("mix", "fail", "mix-fail");
}

async function checkMine(record: GameRecord, testimony: Testimony | null): Promise<Check> {
  const mine = Object.entries(testimony?.parts ?? {});
  if (!testimony || mine.length === 0) return check("mine", "unknown", "mine-none");
  const parts = record.mix?.parts ?? [];
  if (!mine.every(([seat, { part }]) => parts[Number(seat)] === part)) {
    return check("mine", "fail", "mine-fail");
  }
  const others = await changedParts(testimony.seals, parts);
  if (others.length > 0) {
    return check("mine", "fail", "mine-others", {
      names: named(record, (seat) => others.includes(seat)),
    });
  }
  const left = testimony.seals.map((seal, seat) => seal !== "" && parts[seat] === null);
  const names = named(record, (seat) => left[seat] === true);
  return names
    ? check("mine", "unknown", "mine-left", { names })
    : check("mine", "pass", "mine-pass");
}

/** The seats whose parts are not what was sealed when this browser opened its own. */
async function changedParts(seals: string[], parts: (string | null)[]): Promise<number[]> {
  const found: number[] = [];
  for (const [seat, part] of parts.entries()) {
    if (part !== null && (await hashOf(part)) !== seals[seat]) found.push(seat);
  }
  return found;
}

// ---- the game
function checkDecks(seen: SeenEvent[], report: ProofReport): Check {
  if (report.problem !== null) return check("decks", "fail", "replay-fail", why(report));
  if (!report.decks.every((deck) => deck.in_order)) return check("decks", "fail", "decks-order");
  const wrong = seen.filter((event) => !isTrue(event, report.events[event.n]));
  if (wrong[0]) {
    const first = JSON.stringify(wrong[0]);
    return check("decks", "fail", "decks-fail", { count: wrong.length, first });
  }
  if (seen.length === 0) return check("decks", "unknown", "decks-none");
  const cards = cardsSeen(seen, report);
  return check("decks", "pass", "decks-pass", { count: seen.length, cards });
}

/** Whether an event was told as it was: everything that both tell is the same. */
function isTrue(seen: SeenEvent, truth: Record<string, unknown> | undefined): boolean {
  if (truth === undefined) return false;
  return Object.keys(truth).every((key) => !(key in seen) || isSame(seen[key], truth[key]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The same value with the keys of its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}

/** How many cards of the decks this browser saw when they were drawn. */
function cardsSeen(seen: SeenEvent[], report: ProofReport): number {
  const whole = new Set(
    seen
      .filter((event) => Object.keys(report.events[event.n] ?? {}).every((key) => key in event))
      .map((event) => event.n),
  );
  const cards = report.decks.flatMap((deck) => deck.cards);
  return cards.filter((card) => card.event !== null && whole.has(card.event)).length;
}

function checkReplay(record: GameRecord, report: ProofReport): Check {
  if (report.problem !== null) return check("replay", "fail", "replay-fail", why(report));
  const { result } = report;
  if (result === null || !isSame(record.result, result)) {
    return check("replay", "fail", "replay-other");
  }
  return check("replay", "pass", "replay-pass", { digest: String(result.digest) });
}

// ---- commands for one's own machine
/** How to compute what was hashed with standard tools, by what it gives. */
export function commandsOf(record: GameRecord): { seal: string; mix: string | null } {
  const { salt = "", seed } = record.mix ?? record;
  return {
    seal: hashCommand(sealedBytes(salt, seed)),
    mix: record.mix ? hashCommand(mixedBytes(record.mix)) : null,
  };
}

/** How one's own part follows from what the browser drew and the words. */
export function partCommand(part: Part): string {
  const words = new TextEncoder().encode(part.words);
  const hex = Array.from(words, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hashCommand(part.random + hex);
}

export function verifyCommand(record: GameRecord, kept: Kept, file: string): string {
  const seal = kept.testimony?.commit ?? record.commit;
  const part = Object.values(kept.testimony?.parts ?? {})[0]?.part;
  return ["ekiben verify", file, seal && `--commit ${seal}`, part && `--part ${part}`]
    .filter(Boolean)
    .join(" ");
}

function hashCommand(hex: string): string {
  return `printf '%s' ${hex} | xxd -r -p | sha256sum`;
}

function why(report: ProofReport): { why: string } {
  return { why: report.problem ?? "" };
}

function named(record: GameRecord, isIn: (seat: number) => boolean): string {
  return record.names.filter((_, seat) => isIn(seat)).join(", ");
}

function check(
  name: Check["name"],
  verdict: Verdict,
  text: string,
  values: Check["values"] = {},
): Check {
  return { name, verdict, text, values };
}
