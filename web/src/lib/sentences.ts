// The server's sentences have marks: ⟦2 red⟧ is cards, ⟦@0⟧ a seat, ⟦⟦⟧ the sign ⟦ itself.
// Everything else is shown as it is.
import { t } from "./i18n.svelte";
import { colourOf, markOf } from "./symbols";

export type SentencePart = { words: string } | { seat: number } | { kind: string; count: number };

export function parseSentence(text: string): SentencePart[] {
  return text
    .split(/(⟦[^⟧]*⟧)/)
    .filter(Boolean)
    .map(parsePart);
}

function parsePart(piece: string): SentencePart {
  if (piece === "⟦⟦⟧") return { words: "⟦" };
  const seat = /^⟦@(\d)⟧$/.exec(piece);
  if (seat) return { seat: Number(seat[1]) };
  const [, count = "1", kind] = /^⟦(?:(\d+) )?([a-z][a-z0-9-]*)⟧$/.exec(piece) ?? [];
  return kind === undefined ? { words: piece } : { kind, count: Number(count) };
}

/** A kind of card in words. */
export function cardName(kind: string): string {
  const mark = markOf(kind);
  const colour = t(`kinds.${colourOf(kind)}`);
  return mark === null ? colour : t(`kinds.${mark}`, { colour });
}

/** Cards of one kind in words. */
export function spokenCards(kind: string, count: number): string {
  return count === 1 ? cardName(kind) : t("web.so-many", { count, card: cardName(kind) });
}

/** A whole sentence in words, for a screen reader. */
export function spokenSentence(text: string, names: string[]): string {
  return parseSentence(text)
    .map((part) => spokenPart(part, names))
    .join("");
}

function spokenPart(part: SentencePart, names: string[]): string {
  if ("words" in part) return part.words;
  if ("seat" in part) return names[part.seat] ?? String(part.seat + 1);
  return spokenCards(part.kind, part.count);
}
