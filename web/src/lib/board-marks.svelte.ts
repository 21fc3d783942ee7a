// What a review marks on the board: the move that was played, a better one, and tickets that others
// may hold. The review sets them; each family's board knows where such things are.

/** A move: its actions in notation, more than one where a whole turn is meant. */
export interface MarkedMove {
  actions: readonly string[];
  seat: number;
  /** A sign beside it: `?` for a mistake, `✓` for the best. */
  sign: string;
  label: string;
}

/** A ticket that a seat may hold, or does. */
export interface GhostTicket {
  ticket: string;
  seat: number;
  chance: number;
}

class BoardMarks {
  played = $state.raw<MarkedMove | null>(null);
  better = $state.raw<MarkedMove | null>(null);
  ghosts = $state.raw<readonly GhostTicket[]>([]);

  clear(): void {
    this.played = null;
    this.better = null;
    this.ghosts = [];
  }
}

export const boardMarks = new BoardMarks();
