// The coach of one table: what it was asked, what it says, and whether it may tell a move yet.
import type { Advice } from "../generated/messages";
import { t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import type { CoachMode } from "../lib/settings.svelte";

const PAUSE = 700; // milliseconds in which nothing happens before the coach speaks

export class Coach {
  /** The latest answer; it counts as long as the position is the same. */
  #told = $state.raw<Advice | null>(null);
  problem = $state("");
  /** A good move was asked for, and the person has not said yet that the mark is all right. */
  confirming = $state(false);
  /** The person wants no moves told in this game, whatever the settings say. */
  hintsOnly = $state(false);
  #agreed = $state(false);
  #timer = 0;
  #asking = false;

  constructor(readonly table: LiveTable) {}

  /** What was told of the position that is shown. */
  get advice(): Advice | null {
    return this.#told?.seq === this.table.seq ? this.#told : null;
  }

  /** Whether it has said anything yet. */
  get spoke(): boolean {
    return this.#told !== null;
  }

  /** What mattered when the coach last spoke; it stands until it speaks again. */
  get remarks(): string[] {
    return this.#told?.remarks ?? [];
  }

  /** A move may be told: the game is marked already, or will be with the person's consent. */
  get agreed(): boolean {
    const { me, assisted } = this.table;
    return this.#agreed || (me !== null && assisted[me] === true);
  }

  /** The position has changed: nothing that was wrong before counts any more. */
  moved(): void {
    this.problem = "";
    this.confirming = false;
  }

  /** Speak by itself, a moment later. */
  follow(mode: CoachMode): void {
    clearTimeout(this.#timer);
    if (mode === "off") return;
    this.#timer = window.setTimeout(() => {
      if (!this.table.idle || this.#asking) this.follow(mode);
      else this.#speak(mode);
    }, PAUSE);
  }

  #speak(mode: CoachMode): void {
    const explains = mode === "explain" && this.table.mine && !this.hintsOnly;
    if (explains && !this.agreed) this.confirming = true;
    const move = explains && this.agreed;
    if (!this.advice || (move && this.advice.action === null)) void this.#ask(move);
  }

  /** Show a good move; the first time in a game only after the person has agreed to the mark. */
  showMove(): void {
    this.confirming = !this.agreed && this.table.mine;
    if (!this.confirming) void this.#ask(true);
  }

  agree(): void {
    this.#agreed = true;
    this.confirming = false;
    void this.#ask(true);
  }

  decline(): void {
    this.confirming = false;
    this.hintsOnly = true;
  }

  /** Say no more of a move; what matters still does. */
  forget(): void {
    this.#told &&= { ...this.#told, action: null, reasons: [] };
    this.problem = "";
    this.confirming = false;
  }

  async #ask(move: boolean): Promise<void> {
    this.#asking = true;
    const answer = await this.table.advise(move);
    this.#asking = false;
    if (answer?.type === "advice") {
      this.#told = answer;
      this.problem = "";
    } else if (move) {
      this.problem = answer?.text ?? t("web.connection.lost");
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
