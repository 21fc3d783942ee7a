// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpProblem } from "../src/lib/http";
import { fetchReview } from "../src/review/fetch-review";
import type { Review } from "../src/review/types";
import { WorkingReview } from "../src/review/working-review.svelte";

vi.mock("../src/review/fetch-review", () => ({ fetchReview: vi.fn() }));
const asked = vi.mocked(fetchReview);

function review(passes: number, done: number): Review {
  const empty = { game: "london", names: [], language: "en", seats: [], ledger: null };
  return { ...empty, passes, playouts: 0, done, limits: {} };
}

let work: WorkingReview;

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  work = new WorkingReview({ table: "abc" });
});
afterEach(() => vi.useRealTimers());

describe("a review that is being worked out", () => {
  it("is asked for again with what is known, until it is done", async () => {
    asked.mockResolvedValueOnce(review(1, 0.2)).mockResolvedValueOnce(review(3, 1));
    const followed = work.follow(0);
    await vi.runAllTimersAsync();
    await followed;
    expect(asked.mock.calls.map(([, seat, since]) => [seat, since])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(work.done).toBe(1);
  });

  it("goes on where the network fails for a moment, and not where the server refuses", async () => {
    asked.mockRejectedValueOnce(new HttpProblem("network", "", 0));
    asked.mockRejectedValueOnce(new HttpProblem("not-over", "The game is not over.", 409));
    const followed = work.follow(0);
    await vi.runAllTimersAsync();
    await followed;
    expect([asked.mock.calls.length, work.problem]).toEqual([2, "The game is not over."]);
  });

  it("waits, and says why, while the server prepares reviews", async () => {
    const preparing = new HttpProblem("preparing", "Reviews are still being prepared.", 503);
    for (let n = 0; n < 20; n++) asked.mockRejectedValueOnce(preparing);
    asked.mockResolvedValueOnce(review(3, 1));
    const followed = work.follow(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([work.preparing, work.problem]).toEqual([preparing.message, ""]);
    await vi.runAllTimersAsync();
    await followed;
    expect([work.preparing, work.done, asked.mock.calls.length]).toEqual(["", 1, 21]);
  });

  it.each([
    [new HttpProblem("preparing", "Being prepared.", 503), 300],
    [new HttpProblem("busy", "Too much to do.", 503), 30],
    [new HttpProblem("network", "No network.", 0), 30],
  ])("gives up in the end: %s", async (problem, seconds) => {
    asked.mockRejectedValue(problem);
    const began = Date.now();
    const followed = work.follow(0);
    await vi.runAllTimersAsync();
    await followed;
    expect([work.preparing, work.problem]).toEqual(["", problem.message]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(seconds * 1000);
    expect(Date.now() - began).toBeLessThan((seconds + 5) * 1000);
  });

  it("drops the answer for another seat that comes too late", async () => {
    let answer: (late: Review) => void = () => undefined;
    asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    asked.mockResolvedValueOnce(review(2, 1));
    const late = work.follow(0);
    await work.follow(1);
    answer(review(9, 1));
    await late;
    expect(work.review?.passes).toBe(2);
  });
});
