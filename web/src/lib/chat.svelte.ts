// The chat of a table as this device shows it: what was said, what is new, and whom it has muted.
import type { ChatLine, Say } from "../generated/messages";

export type { ChatLine };
export type Phrase = NonNullable<Say["phrase"]>;
export const PHRASES: readonly Phrase[] = ["hello", "luck", "nice", "oops", "moment", "thanks"];

interface Kept {
  /** The number of the last message that was seen. */
  seen: number;
  /** Whether all messages are hidden. */
  muteAll: boolean;
  muted: number[];
}

export class ChatRoom {
  lines = $state.raw<ChatLine[]>([]);
  /** The panel is on the screen: what arrives is seen at once. */
  isOpen = $state(false);
  #kept = $state.raw<Kept>({ seen: -1, muteAll: false, muted: [] });
  #held: () => number[];
  readonly #key: string;
  /** What this device shows. */
  shown = $derived(this.lines.filter((line) => !this.isMuted(line.seat)));
  /** How many shown messages of others have not been seen. */
  unread = $derived(
    this.shown.filter((line) => line.n > this.#kept.seen && !this.#held().includes(line.seat))
      .length,
  );

  constructor(table: string, held: () => number[]) {
    this.#held = held;
    this.#key = `ekiben-chat-${table}`;
    this.#kept = { ...this.#kept, ...read(this.#key) };
  }

  /** The number of the last message that arrived. */
  get latest(): number {
    return this.lines.at(-1)?.n ?? -1;
  }

  /** Take in messages, in whichever order they come; returns those that are new. */
  receive(lines: ChatLine[]): ChatLine[] {
    const known = new Set(this.lines.map((line) => line.n));
    const fresh = lines.filter((line) => !known.has(line.n));
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.n - b.n);
    if (this.isOpen) this.see();
    return fresh.filter((line) => !this.isMuted(line.seat) && !this.#held().includes(line.seat));
  }

  /** Everything so far has been seen. */
  see(): void {
    if (this.latest > this.#kept.seen) this.#keep({ seen: this.latest });
  }

  get muteAll(): boolean {
    return this.#kept.muteAll;
  }

  isMuted(seat: number): boolean {
    return this.#kept.muteAll || this.#kept.muted.includes(seat);
  }

  setMuteAll(muteAll: boolean): void {
    this.#keep({ muteAll });
  }

  setMuted(seat: number, isMuted: boolean): void {
    const others = this.#kept.muted.filter((one) => one !== seat);
    this.#keep({ muted: isMuted ? [...others, seat] : others });
  }

  #keep(changed: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...changed };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept));
    } catch {
      /* it is remembered as long as the page is open */
    }
  }
}

function read(key: string): Partial<Kept> {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Kept> | null) ?? {};
  } catch {
    return {};
  }
}
