// The line of the log whose subject the board lights up. The log sets it; each family's board reads
// the fields of the line's event (route, city, tickets, post …) and knows where they are.
import type { LogLine } from "./wire";

class LitLine {
  #pointed = $state.raw<LogLine | null>(null);
  #kept = $state.raw<LogLine | null>(null);

  /** The line under the pointer or the keys, else the one that was clicked or tapped. */
  get line(): LogLine | null {
    return this.#pointed ?? this.#kept;
  }

  /** A clicked or tapped line stays lit when the pointer leaves it. */
  get kept(): LogLine | null {
    return this.#kept;
  }

  point(line: LogLine | null): void {
    this.#pointed = line;
  }

  /** Keep a line lit, or let go of it when it was kept already. Returns true if it stays lit. */
  toggle(line: LogLine): boolean {
    this.#kept = this.#kept?.n === line.n ? null : line;
    return this.#kept !== null;
  }

  clear(): void {
    this.#pointed = null;
    this.#kept = null;
  }
}

export const lit = new LitLine();
