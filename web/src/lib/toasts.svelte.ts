// Short news shown over the page for a while: `toasts.show(text)`, and <Toasts /> where they appear.

export type Tone = "plain" | "warn";

export interface Toast {
  id: number;
  /** A sentence; its seats are named by `names`. */
  text: string;
  names: string[];
  tone: Tone;
}

const SHOWN_FOR = 9000; // milliseconds
const MOST = 3;

export class ToastList {
  list = $state.raw<Toast[]>([]);
  #last = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Show a sentence; the same one again only starts its time anew. */
  show(text: string, { names = [], tone = "plain" }: Partial<Toast> = {}): void {
    const id = ++this.#last;
    const others = this.list.filter((one) => one.text !== text || one.names.join() !== names.join());
    this.#keep([...others, { id, text, names, tone }].slice(-MOST));
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), SHOWN_FOR),
    );
  }

  dismiss(id: number): void {
    this.#keep(this.list.filter((one) => one.id !== id));
  }

  /** Dismiss the newest; false if there is none. */
  dismissNewest(): boolean {
    const newest = this.list.at(-1);
    if (newest) this.dismiss(newest.id);
    return newest !== undefined;
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(list: Toast[]): void {
    const kept = new Set(list.map((one) => one.id));
    for (const [id, timer] of this.#timers) {
      if (kept.has(id)) continue;
      clearTimeout(timer);
      this.#timers.delete(id);
    }
    this.list = list;
  }
}

export const toasts = new ToastList();
