// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { BranchInfo, ReviewAlternative, ReviewChoice } from "../src/generated/messages";
import { listBranches } from "../src/review/practice/branches";
import {
  barsOf,
  findMistakes,
  inNeutralOrder,
  isFound,
  isTurn,
  judge,
  percent,
  withJudged,
} from "../src/review/practice/mistakes";

function branch(table: string, parent: string, at: number, created = 0): BranchInfo {
  const who = { seat: 0, name: "Aoi", level: null, over: false, scores: [], ranking: [] };
  return { table, parent, at, created, ...who };
}

function alternative(action: string, gain: number, made = false): ReviewAlternative {
  return { actions: [action], text: action, chance: 0.4 + gain, gain, error: 0.003, made };
}

const LIMITS = { best: 0.01, good: 0.03, inaccuracy: 0.06, mistake: 0.12 };
const CHOICE: ReviewChoice = {
  at: 12,
  actions: ["draw deck"],
  text: "draws",
  chance: 0.4,
  loss: 0.2,
  error: 0.004,
  label: "blunder",
  alternatives: [
    alternative("claim a-b", 0.2),
    alternative("claim b-c", 0.195),
    alternative("claim c-d", 0.18),
    alternative("tickets", 0.1),
    alternative("draw deck", 0, true),
    alternative("draw red", -0.05),
  ],
  explanations: [],
};

describe("the tree of branches", () => {
  it("lists each branch before its own, from earlier positions first", () => {
    const branches = [
      branch("b", "a", 30),
      branch("c", "a", 10),
      branch("d", "b", 40),
      branch("e", "c", 12),
      branch("f", "b", 40, -1),
    ];
    const listed = listBranches({ table: "a", origin: null, shared: false, branches });
    expect(listed.map(({ branch: one, depth }) => `${depth}${one.table}`)).toEqual([
      "0c",
      "1e",
      "0b",
      "1f",
      "1d",
    ]);
  });
});

describe("a mistake made again", () => {
  it("is judged by how far it is from the best", () => {
    const verdicts = CHOICE.alternatives.map(({ actions }) => judge(CHOICE, actions[0] ?? "", LIMITS));
    expect(verdicts.map((one) => one?.verdict)).toEqual([
      "best",
      "close",
      "good",
      "better",
      "same",
      "worse",
    ]);
    expect(verdicts.map(isFound)).toEqual([true, true, true, false, false, false]);
    expect(verdicts[3]?.loss).toBeCloseTo(0.1);
    expect(verdicts[0]?.error).toBe(0);
  });

  it("is judged by the limits that the review brings", () => {
    const strict = { ...LIMITS, best: 0.001, good: 0.01 };
    expect(judge(CHOICE, "claim b-c", strict)?.verdict).toBe("good");
    expect(judge(CHOICE, "claim c-d", strict)?.verdict).toBe("better");
  });

  it("is not judged where the review has not judged", () => {
    expect(judge(CHOICE, "claim x-y", LIMITS)).toBeNull();
    expect(isFound(null)).toBe(false);
  });

  it("is compared with the best once the server has judged it", () => {
    const more = withJudged(CHOICE, [alternative("claim x-y", 0.25), alternative("tickets", 0.9)]);
    expect(judge(more, "claim x-y", LIMITS)?.verdict).toBe("best");
    expect(judge(more, "claim a-b", LIMITS)).toMatchObject({ verdict: "better", place: 1 });
    expect(more.alternatives).toHaveLength(CHOICE.alternatives.length + 1);
  });

  it("is a choice that cost something and had an alternative", () => {
    const slight: ReviewChoice = { ...CHOICE, at: 3, label: "inaccuracy" };
    const only: ReviewChoice = { ...CHOICE, at: 4, alternatives: CHOICE.alternatives.slice(0, 1) };
    const good: ReviewChoice = { ...CHOICE, at: 5, label: "good" };
    expect(findMistakes([slight, only, good, CHOICE]).map(({ at }) => at)).toEqual([3, 12]);
    expect(findMistakes([])).toEqual([]);
  });

  it("is chosen from a list where choices are whole turns, in an order that tells nothing", () => {
    const legal = CHOICE.alternatives.flatMap(({ actions }) => actions);
    expect(isTurn(CHOICE, legal)).toBe(false);
    const turn = { ...alternative("step n", 0.3), actions: ["step n", "done"] };
    const turns = { ...CHOICE, alternatives: [turn, ...CHOICE.alternatives] };
    expect(isTurn(turns, legal)).toBe(true);
    expect(inNeutralOrder(turns).map(({ actions }) => actions[0])).toEqual(
      [...legal, "step n"].sort(),
    );
  });

  it("has bars of the chances to win", () => {
    expect(barsOf(CHOICE)[4]).toMatchObject({ answer: "draw deck", value: 0.4, error: 0.006 });
    expect([0, 0.004, 0.0149, 0.2].map(percent)).toEqual(["0", "0.4", "1", "20"]);
  });
});
