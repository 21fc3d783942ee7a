// The person who solves puzzles in this browser: their progress, kept in its local storage and
// shared by all its windows.
import type { PuzzleSummary } from "../generated/messages";
import { noteAnswer, parseProgress, START, type Progress } from "./progress";

const KEY = "ekiben-puzzles";

class Solver {
  progress = $state.raw<Progress>(read());

  constructor() {
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.progress = read();
    });
  }

  hasAnswered(id: string): boolean {
    return Object.hasOwn(this.progress.answers, id);
  }

  /** Note a first answer; another window may have noted others meanwhile. */
  note(puzzle: Pick<PuzzleSummary, "id" | "rating">, right: boolean): void {
    const day = new Date().toISOString().slice(0, 10);
    this.progress = noteAnswer(read(), puzzle, right, day);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.progress));
    } catch {
      /* a browser that keeps nothing still plays */
    }
  }
}

function read(): Progress {
  try {
    return parseProgress(localStorage.getItem(KEY));
  } catch {
    return START;
  }
}

export const solver = new Solver();
