// The reviewed seat's choices: which belongs to a position, where the next mistake is, how many
// there are of each label.
import type { Alternative, Choice, Explanation, Label } from "./types";

export const LABELS: readonly Label[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
/** Labels of choices that cost something worth looking at. */
const FAULTS: ReadonlySet<Label> = new Set(["inaccuracy", "mistake", "blunder"]);
/** As annotators of chess write it; never shown without its words. */
export const SIGNS: Readonly<Record<Label, string>> = {
  best: "✓",
  good: "+",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export function isFault({ label }: Choice): boolean {
  return FAULTS.has(label);
}

/** The choice that is about to be made at a ply, else the one that has just been made. */
export function choiceAt(choices: readonly Choice[], ply: number): Choice | null {
  const latest = choices.findLast(({ at }) => at <= ply);
  return latest && ply <= latest.at + latest.actions.length ? latest : null;
}

/** True while the position is the one in which the choice was to be made. */
export function isBefore(choice: Choice, ply: number): boolean {
  return choice.at === ply;
}

/** The next faulty choice from a ply, forwards (1) or backwards (-1). */
export function nextFault(choices: readonly Choice[], ply: number, step: 1 | -1): Choice | null {
  const faults = choices.filter(isFault);
  return (
    (step > 0 ? faults.find(({ at }) => at > ply) : faults.findLast(({ at }) => at < ply)) ?? null
  );
}


/** The best alternative, if it is another than the one chosen. */
export function betterOf(choice: Choice): Alternative | null {
  const [best] = choice.alternatives;
  return best && !best.made && choice.label !== "best" ? best : null;
}

/** Why a choice was worse; of the best ones nothing is said, since what differs may be chance. */
export function reasonsOf(choice: Choice): Explanation[] {
  return choice.label === "best" ? [] : choice.explanations;
}
