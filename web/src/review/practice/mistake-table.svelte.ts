// A choice of a finished game to be made again, in the position as its seat saw it.
import { fetchFacts, registered } from "../../app/families";
import type { Family } from "../../app/family";
import type { ReviewAlternative, ReviewChoice, SeatPosition } from "../../generated/messages";
import { ask, HttpProblem } from "../../lib/http";
import { language, needTexts } from "../../lib/i18n.svelte";
import type { TableStart } from "../../lib/table.svelte";
import type { Facts, FamilyName, LogLine, Scene, WhyAnswer } from "../../lib/wire";
import { SelectingTable } from "../../puzzles/selecting-table.svelte";
import { inNeutralOrder, isTurn, judge, keyOf, withJudged } from "./mistakes";
import type { Judgement, Limits } from "./mistakes";

/** A position as the server sends it, with the types of its family. */
type MistakePosition<F extends FamilyName = FamilyName> = Omit<SeatPosition, "said" | "scene"> & {
  said: LogLine[];
  scene: Scene<F>;
};

export class MistakeTable<F extends FamilyName = FamilyName> extends SelectingTable<F> {
  position: MistakePosition<F>;
  /** As the review judges it now. */
  choice: ReviewChoice;
  /** The same with what was judged on request. */
  judged = $derived.by(() => withJudged(this.choice, this.#judged));
  #judged = $state.raw<ReviewAlternative[]>([]);
  /** The answer has been checked. */
  checked = $state(false);
  /** The server judges the answer. */
  judging = $state(false);
  /** Whole turns to choose from; empty where an action is selected on the board. */
  turns = $derived.by(() => this.#turns());

  constructor(
    position: MistakePosition<F>,
    choice: ReviewChoice,
    readonly limits: Limits,
    start: TableStart<F>,
  ) {
    super(start);
    this.position = $state.raw(position);
    this.choice = $state.raw(choice);
    this.show(position);
  }

  /** Turns are chosen beside the board: on it there is nothing to do. */
  get replay(): boolean {
    return this.turns.length > 0;
  }

  get settled(): boolean {
    return this.checked;
  }

  /** How good the selection is, once it is checked; null if the review has not judged it. */
  get judgement(): Judgement | null {
    return this.checked && this.picked !== null ? this.#compare(this.picked) : null;
  }

  #turns(): ReturnType<typeof inNeutralOrder> {
    return isTurn(this.choice, this.position.legal) ? inNeutralOrder(this.choice) : [];
  }

  /** An answer in words, with marks. */
  describe(answer: string): string {
    const { legal, told } = this.position;
    const known = this.judged.alternatives.find((one) => keyOf(one) === answer);
    return known?.text ?? told[legal.indexOf(answer)] ?? answer;
  }

  /** Compare the selection with the best; what the review has not judged, the server judges now. */
  async check(): Promise<void> {
    const answer = this.picked;
    if (answer === null) return;
    this.checked = true;
    if (this.#compare(answer) !== null) return;
    this.judging = true;
    try {
      this.#judged = [...this.#judged, await this.#judge(answer)];
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error; // then nobody knows how good it is
    } finally {
      this.judging = false;
    }
  }

  #compare(answer: string): Judgement | null {
    return judge(this.judged, answer, this.limits);
  }

  #judge(answer: string): Promise<ReviewAlternative> {
    const { table, at } = this.position;
    const query = new URLSearchParams({ action: answer, language: language() });
    return ask<ReviewAlternative>(`/api/tables/${table}/positions/${at}/judge?${query.toString()}`);
  }

  /** Show what is best, as if it had been chosen. */
  reveal(): void {
    const [best] = this.judged.alternatives;
    if (best) this.picked = keyOf(best);
    this.checked = true;
  }

  tryAgain(): void {
    this.checked = false;
    this.picked = null;
    this.attempts += 1;
    this.show(this.position);
  }

  /** The position in the language of now. */
  async translate(): Promise<void> {
    this.#judged = []; // their words are in the other language
    this.position = await fetchPosition<F>(this.position.table, this.position.at);
    this.show(this.position);
  }

  override why(notation: string): Promise<WhyAnswer> {
    const { table, at } = this.position;
    const query = new URLSearchParams({ action: notation, language: language() });
    return ask<WhyAnswer>(`/api/tables/${table}/positions/${at}/why?${query.toString()}`);
  }
}

function fetchPosition<F extends FamilyName>(
  table: string,
  at: number,
): Promise<MistakePosition<F>> {
  return ask<MistakePosition<F>>(`/api/tables/${table}/positions/${at}?language=${language()}`);
}

/** A mistake, together with its family. */
export type OpenMistake<F extends FamilyName = FamilyName> = {
  [K in F]: { table: MistakeTable<K>; family: Family<K> };
}[F];

export async function openMistake(
  table: string,
  choice: ReviewChoice,
  limits: Limits,
): Promise<OpenMistake> {
  const position = await fetchPosition(table, choice.at);
  return show(position, choice, limits, await fetchFacts(position));
}

async function show<F extends FamilyName>(
  position: MistakePosition<F>,
  choice: ReviewChoice,
  limits: Limits,
  facts: Facts<F>,
): Promise<OpenMistake<F>> {
  const { quickVerbs, load, texts } = registered(facts);
  const { game, options } = position;
  const [family] = await Promise.all([load(), needTexts(texts)]);
  const start = { game, options, facts, quickVerbs };
  const table = new MistakeTable<F>(position, choice, limits, start);
  return { table, family };
}
