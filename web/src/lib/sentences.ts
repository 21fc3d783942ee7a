// Sentences of the server have marks: ⟦2 red⟧ is cards, ⟦@0⟧ a seat, ⟦⟦⟧ the sign ⟦ itself. Whatever else stands there is shown as it is.
import { t } from "./i18n.svelte";
import { colourOf, markOf } from "./symbols";

export type Part = { words: string } | { seat: number } | { kind: string; count: number };

export function partsOf(text: string): Part[] { return text.split(/(⟦[^⟧]*⟧)/).filter(Boolean).map(partOf); }

function partOf(piece: string): Part {
  if (piece === "⟦⟦⟧") return { words: "⟦" };
  const seat = /^⟦@(\d)⟧$/.exec(piece);
  if (seat) return { seat: Number(seat[1]) };
  const cards = /^⟦(?:(\d+) )?([a-z][a-z0-9-]*)⟧$/.exec(piece);
  return cards ? { kind: cards[2]!, count: Number(cards[1] ?? 1) } : { words: piece };
}

export function spokenCards(kind: string, count: number): string {
  const mark = markOf(kind);
  const colour = t(`kinds.${colourOf(kind)}`);
  const card = mark === null ? colour : t(`kinds.${mark}`, { colour });
  return count === 1 ? card : t("web.so-many", { count, card });
}

/** The sentence for who listens. */
export function spoken(text: string, names: string[]): string {
  return partsOf(text).map((part) => "words" in part ? part.words : "seat" in part ? (names[part.seat] ?? String(part.seat + 1)) : spokenCards(part.kind, part.count)).join("");
}
