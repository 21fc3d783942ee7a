import { describe, expect, it } from "vitest";
import type { ProofReport } from "../src/generated/messages";
import {
  commandsOf,
  isSound,
  partCommand,
  proofOf,
  verifyCommand,
  type Check,
  type GameRecord,
  type Kept,
} from "../src/lib/proof";
import { dealtSeed, hashOf, makePart, sealedBytes } from "../src/lib/seals";

const SALT = "5a".repeat(32);
const RESULT = { scores: [3, 1], ranking: [[0], [1]], digest: "d1" };
const PARTS = [await makePart("mine", "11".repeat(32)), await makePart("", "22".repeat(32))];
const [MINE, THEIRS] = [PARTS[0]?.part ?? "", PARTS[1]?.part ?? ""];
const SEALS = PARTS.map((part) => part.seal);
const COMMIT = await hashOf(sealedBytes(SALT, "7"));
const MIX = { seed: "7", salt: SALT, parts: [MINE, THEIRS] };

function record(changed: Partial<GameRecord> = {}): GameRecord {
  return {
    game: "london",
    names: ["Ann", "Ben"],
    seed: "7",
    commit: COMMIT,
    salt: SALT,
    result: RESULT,
    ...changed,
  };
}

async function mixedRecord(changed: Partial<GameRecord> = {}): Promise<GameRecord> {
  const { salt: _, ...rest } = record({ seed: await dealtSeed(MIX), mix: MIX });
  return { ...rest, ...changed };
}

function report(changed: Partial<ProofReport> = {}): ProofReport {
  return {
    problem: null,
    result: { digest: "d1", ranking: [[0], [1]], scores: [3, 1] },
    dealt: 1,
    events: [
      { n: 0, kind: "turned-up", slot: 0, card: "red" },
      { n: 1, kind: "drew-blind", seat: 0, deck: "deck", card: "blue" },
      { n: 2, kind: "drew-blind", seat: 1, deck: "deck", card: "green" },
    ],
    decks: [
      {
        name: "Cards",
        in_order: true,
        cards: [0, 1, 2].map((event) => ({ label: "card", seat: null, event })),
      },
    ],
    ...changed,
  };
}

function kept(changed: Partial<Kept> = {}): Kept {
  return {
    testimony: { commit: COMMIT, heard: 1, parts: {}, seals: [] },
    events: [
      { n: 0, kind: "turned-up", seat: null, slot: 0, card: "red" },
      { n: 1, kind: "drew-blind", seat: 0, deck: "deck", card: "blue" },
      { n: 2, kind: "drew-blind", seat: 1, deck: "deck" },
    ],
    ...changed,
  };
}

function mixedKept(changed: Partial<NonNullable<Kept["testimony"]>> = {}): Kept {
  const parts = { 0: PARTS[0] } as NonNullable<Kept["testimony"]>["parts"];
  return kept({ testimony: { commit: COMMIT, heard: 0, parts, seals: SEALS, ...changed } });
}

const texts = (checks: Check[]): string[] => checks.map((check) => check.text);

describe("a fair game", () => {
  it("passes every check", async () => {
    const checks = await proofOf(record(), kept(), report());
    expect(texts(checks)).toEqual(["seal-pass", "kept-pass", "decks-pass", "replay-pass"]);
    expect(isSound(checks)).toBe(true);
    expect(checks[2]?.values).toEqual({ count: 3, cards: 2 }); // Ben's card was not seen
  });

  it("passes with everybody's randomness", async () => {
    const checks = await proofOf(await mixedRecord(), mixedKept(), report());
    expect(texts(checks).slice(0, 4)).toEqual(["seal-pass", "kept-pass", "mix-pass", "mine-pass"]);
    expect(checks[2]?.values).toEqual({ names: "Ann, Ben" });
  });

  it("says what a browser that was not there cannot tell", async () => {
    const nothing = { testimony: null, events: [] };
    const checks = await proofOf(await mixedRecord(), nothing, report());
    expect(checks.map((check) => check.verdict)).toEqual([
      "pass",
      "unknown",
      "pass",
      "unknown",
      "unknown",
      "pass",
    ]);
    expect(isSound(checks)).toBe(true);
  });

  it("says when the seal was kept only after the game had begun", async () => {
    const late = kept({ testimony: { commit: COMMIT, heard: 2, parts: {}, seals: [] } });
    expect(texts(await proofOf(record(), late, report()))[1]).toBe("kept-late");
  });

  it("says who sealed a part and left before opening it", async () => {
    const mix = { ...MIX, parts: [MINE, null] };
    const left = await mixedRecord({ mix, seed: await dealtSeed(mix) });
    const checks = await proofOf(left, mixedKept(), report());
    expect(checks[3]).toMatchObject({
      verdict: "unknown",
      text: "mine-left",
      values: { names: "Ben" },
    });
  });
});

describe("a record that was tampered with", () => {
  async function failing(told: GameRecord, seen = kept(), again = report()): Promise<string[]> {
    const checks = await proofOf(told, seen, again);
    expect(isSound(checks)).toBe(false);
    return texts(checks.filter((check) => check.verdict === "fail"));
  }

  it("has another salt", async () => {
    expect(await failing(record({ salt: "00".repeat(32) }))).toEqual(["seal-fail"]);
  });

  it("has another seed", async () => {
    expect(await failing(record({ seed: "8" }))).toEqual(["seal-fail"]);
  });

  it("has no salt or no seal", async () => {
    expect(await failing(record({ salt: undefined }))).toEqual(["seal-none"]);
    expect(await failing(record({ commit: undefined }))).toEqual(["seal-none", "kept-fail"]);
  });

  it("was sealed anew after the fact", async () => {
    const commit = await hashOf(sealedBytes(SALT, "8"));
    expect(await failing(record({ seed: "8", commit }))).toEqual(["kept-fail"]);
  });

  it("has a changed part", async () => {
    const mix = { ...MIX, parts: [MINE, "ff".repeat(32)] };
    expect(await failing(await mixedRecord({ mix }), mixedKept())).toEqual([
      "mix-fail",
      "mine-others",
    ]);
    const seed = await dealtSeed(mix);
    expect(await failing(await mixedRecord({ mix, seed }), mixedKept())).toEqual(["mine-others"]);
  });

  it("lacks my part, or all of them", async () => {
    const mix = { ...MIX, parts: [null, THEIRS] };
    const seed = await dealtSeed(mix);
    expect(await failing(await mixedRecord({ mix, seed }), mixedKept())).toEqual(["mine-fail"]);
    expect(await failing(record(), mixedKept())).toEqual(["mix-gone", "mine-fail"]);
  });

  it("tells other events than were seen", async () => {
    const events = report().events.map((event) => ({ ...event, card: "wild" }));
    expect(await failing(record(), kept(), report({ events }))).toEqual(["decks-fail"]);
    expect(await failing(record(), kept(), report({ events: [] }))).toEqual(["decks-fail"]);
  });

  it("has decks in another order", async () => {
    const decks = report().decks.map((deck) => ({ ...deck, in_order: false }));
    expect(await failing(record(), kept(), report({ decks }))).toEqual(["decks-order"]);
  });

  it("cannot be played again", async () => {
    const broken = report({ problem: "action 3 is not legal", result: null, decks: [] });
    expect(await failing(record(), kept(), broken)).toEqual(["replay-fail", "replay-fail"]);
  });

  it("tells another result", async () => {
    const result = { ...RESULT, scores: [1, 3] };
    expect(await failing(record({ result }))).toEqual(["replay-other"]);
    expect(await failing(record({ result: null }))).toEqual(["replay-other"]);
  });
});

describe("commands for one's own machine", () => {
  it("hash the same bytes", async () => {
    expect(commandsOf(record())).toEqual({
      seal: `printf '%s' ${SALT}${"7".padStart(32, "0")} | xxd -r -p | sha256sum`,
      mix: null,
    });
    expect(commandsOf(await mixedRecord()).mix).toContain(`00${MINE}01${THEIRS} | xxd`);
    expect(partCommand({ random: "11", words: "é", part: "", seal: "" })).toContain("'%s' 11c3a9 ");
  });

  it("name the seal and the part that this browser kept", async () => {
    expect(verifyCommand(await mixedRecord(), mixedKept(), "game.jsonl")).toBe(
      `ekiben verify game.jsonl --commit ${COMMIT} --part ${MINE}`,
    );
  });
});
