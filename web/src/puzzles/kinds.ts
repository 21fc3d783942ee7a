// What the kinds of puzzles are called and ask for; a kind without words of its own is a puzzle like any other.
import { maybe, t } from "../lib/i18n.svelte";

export function kindName(kind: string): string {
  return maybe(`web.puzzles.kind-${kind}`) ?? t("web.puzzles.puzzle");
}

export function taskText(kind: string): string {
  return maybe(`web.puzzles.task-${kind}`) ?? t("web.puzzles.task");
}
