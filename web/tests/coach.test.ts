// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Advice } from "../src/generated/messages";
import type { LiveTable } from "../src/lib/live-table.svelte";
import { isNewcomer, note, remember, type Heard } from "../src/lib/recent-tables";
import { settings } from "../src/lib/settings.svelte";
import { Coach } from "../src/coach/coach.svelte";
import { keepFolded, wasFolded } from "../src/coach/folding";
import type { Refused } from "../src/lib/wire";

const PAUSE = 700;
const ADVICE: Advice = {
  type: "advice",
  request: 1,
  seq: 4,
  remarks: ["Mind the gap."],
  action: null,
  reasons: [],
  point: [],
};

interface Desk {
  table: LiveTable;
  asked: boolean[];
  answer: Advice | Refused | null;
}

function desk(changed: Partial<LiveTable> = {}): Desk {
  const made: Desk = { table: {} as LiveTable, asked: [], answer: ADVICE };
  const advise = (move: boolean): Promise<Advice | Refused | null> => {
    made.asked.push(move);
    const { answer } = made;
    if (answer?.type !== "advice") return Promise.resolve(answer);
    return Promise.resolve(move ? { ...answer, action: "tickets", reasons: ["Why not."] } : answer);
  };
  const usual = { seq: 4, me: 0, mine: true, idle: true, assisted: [false, false], advise };
  made.table = { ...usual, ...changed } as unknown as LiveTable;
  return made;
}

beforeEach(() => {
  localStorage.clear();
  settings.set({ coach: null });
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("the mode of the coach", () => {
  const over = { over: true, lesson: null } as unknown as Heard;

  it("is hints for the first games of somebody new, and then off", () => {
    expect(settings.coachMode(isNewcomer())).toBe("hints");
    for (const table of ["a", "b", "c"]) {
      remember(table, "london");
      note(table, { heard: over });
    }
    expect(settings.coachMode(isNewcomer())).toBe("off");
  });

  it("counts no lessons", () => {
    for (const table of ["a", "b", "c"]) {
      remember(table, "london");
      note(table, { heard: { ...over, lesson: "london" } });
    }
    expect(settings.coachMode(isNewcomer())).toBe("hints");
  });

  it("is what was chosen", () => {
    settings.set({ coach: "explain" });
    expect(settings.coachMode(isNewcomer())).toBe("explain");
  });

  it("keeps whether the card is folded", () => {
    expect(wasFolded()).toBe(false);
    keepFolded(true);
    expect(wasFolded()).toBe(true);
    keepFolded(false);
    expect(wasFolded()).toBe(false);
  });
});

describe("the coach of a table", () => {
  it("gives hints after a pause, without asking for a move", async () => {
    const { table, asked } = desk();
    const coach = new Coach(table);
    coach.follow("hints");
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(asked).toEqual([false]);
    expect(coach.remarks).toEqual(["Mind the gap."]);
    expect(coach.confirming).toBe(false);
  });

  it("waits while moves are being shown, and is silent when off", async () => {
    const { table, asked } = desk({ idle: false });
    const coach = new Coach(table);
    coach.follow("hints");
    await vi.advanceTimersByTimeAsync(3 * PAUSE);
    expect(asked).toEqual([]);
    coach.follow("off");
    Object.assign(table, { idle: true });
    await vi.advanceTimersByTimeAsync(3 * PAUSE);
    expect(asked).toEqual([]);
  });

  it("says once that a move marks the game, and asks only after consent", async () => {
    const { table, asked } = desk();
    const coach = new Coach(table);
    coach.showMove();
    expect(coach.confirming).toBe(true);
    expect(asked).toEqual([]);
    coach.agree();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([true]);
    expect(coach.advice?.action).toBe("tickets");
    coach.showMove();
    expect(coach.confirming).toBe(false);
    expect(asked).toEqual([true, true]);
  });

  it("asks for no hints while a move is being looked for", async () => {
    const made = desk({ assisted: [true, false] });
    let answer: (advice: Advice) => void = () => undefined;
    const advise = (move: boolean): Promise<Advice> => {
      made.asked.push(move);
      return new Promise((resolve) => (answer = resolve));
    };
    Object.assign(made.table, { advise });
    const coach = new Coach(made.table);
    coach.follow("hints");
    coach.showMove();
    await vi.advanceTimersByTimeAsync(5 * PAUSE);
    expect(made.asked).toEqual([true]);
    answer({ ...ADVICE, action: "tickets", reasons: ["Why not."] });
    await vi.advanceTimersByTimeAsync(5 * PAUSE);
    expect(made.asked).toEqual([true]);
    expect(coach.advice?.action).toBe("tickets");
  });

  it("does not ask again for consent where the game is marked already", () => {
    const { table, asked } = desk({ assisted: [true, false] });
    new Coach(table).showMove();
    expect(asked).toEqual([true]);
  });

  it("explains at each turn once it may, and gives hints to those who decline", async () => {
    const { table, asked } = desk();
    const coach = new Coach(table);
    coach.follow("explain");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(coach.confirming).toBe(true);
    expect(asked).toEqual([false]);
    coach.decline();
    expect(coach.confirming).toBe(false);
    coach.follow("explain");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(coach.confirming).toBe(false);
    expect(asked).toEqual([false]);
    const marked = desk({ assisted: [true, false] });
    const other = new Coach(marked.table);
    other.follow("explain");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(marked.asked).toEqual([true]);
  });

  it("tells no move of a position that is gone, but what mattered", async () => {
    const { table } = desk({ assisted: [true, false] });
    const coach = new Coach(table);
    coach.showMove();
    await vi.advanceTimersByTimeAsync(0);
    coach.forget();
    expect(coach.advice).toMatchObject({ action: null, remarks: ["Mind the gap."] });
    coach.showMove();
    await vi.advanceTimersByTimeAsync(0);
    Object.assign(table, { seq: 5 });
    expect(coach.advice).toBeNull();
    expect(coach.remarks).toEqual(["Mind the gap."]);
  });

  it("says why no move is told", async () => {
    const made = desk({ mine: false });
    made.answer = { type: "refused", request: 1, code: "not-yours", text: "Not your turn." } as Refused;
    const coach = new Coach(made.table);
    coach.showMove();
    await vi.advanceTimersByTimeAsync(0);
    expect(coach.problem).toBe("Not your turn.");
    coach.moved();
    expect(coach.problem).toBe("");
  });
});
