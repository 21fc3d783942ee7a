// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { ChatRoom, type ChatLine } from "../src/lib/chat.svelte";
import { NoticeTeller } from "../src/lib/notices";
import { toasts } from "../src/lib/toasts.svelte";
import { logLine } from "./examples";

const line = (n: number, seat = 1): ChatLine => ({ n, at: 0, seat, text: `text ${n}`, phrase: "" });
const room = (): ChatRoom => new ChatRoom("abc", () => [0]);

beforeEach(() => {
  localStorage.clear();
  toasts.clear();
});

describe("chat", () => {
  it("keeps messages once and in order, and counts those of others that were not seen", () => {
    const chat = room();
    chat.receive([line(2)]);
    chat.receive([line(0), line(1, 0), line(2)]);
    expect(chat.lines.map((one) => one.n)).toEqual([0, 1, 2]);
    expect([chat.latest, chat.unread]).toEqual([2, 2]);
    chat.see();
    expect([chat.unread, room().latest]).toEqual([0, -1]);
  });

  it("counts nothing while it is open, nor what was seen before the page was opened again", () => {
    const chat = room();
    chat.isOpen = true;
    expect(chat.receive([line(0)])).toEqual([line(0)]);
    expect(chat.unread).toBe(0);
    const again = room();
    again.receive([line(0), line(1)]);
    expect(again.unread).toBe(1);
  });

  it("hides and does not count whom this device has muted", () => {
    const chat = room();
    chat.setMuted(1, true);
    expect(chat.receive([line(0), line(1, 2)]).map((one) => one.seat)).toEqual([2]);
    expect([chat.shown.length, chat.unread]).toEqual([1, 1]);
    expect(room().isMuted(1)).toBe(true);
    chat.setMuteAll(true);
    expect(chat.shown).toEqual([]);
    chat.setMuteAll(false);
    chat.setMuted(1, false);
    expect(chat.shown.length).toBe(2);
  });

  it("starts anew where the device has kept nonsense", () => {
    localStorage.setItem("ekiben-chat-abc", "null");
    expect(room().muteAll).toBe(false);
    localStorage.setItem("ekiben-chat-abc", "{");
    expect(room().unread).toBe(0);
  });
});

describe("notices", () => {
  const notice = (n: number, kind: string, seat = 1) =>
    logLine(n, { kind: `people-${kind}`, seat, text: `⟦@${seat}⟧ ${kind}` });
  const shown = (): string[] => toasts.list.map((one) => one.text);

  it("shows what is new once, and nothing of the first position", () => {
    const teller = new NoticeTeller();
    teller.tell([notice(0.5, "sat")], ["Aoi", "Ben"], [0]);
    expect(shown()).toEqual([]);
    teller.tell([notice(0.5, "sat"), logLine(1), notice(1.5, "timeout")], ["Aoi", "Ben"], [0]);
    teller.tell([notice(1.5, "timeout")], ["Aoi", "Ben"], [0]);
    expect(shown()).toEqual(["⟦@1⟧ timeout"]);
    expect(toasts.list[0]).toMatchObject({ tone: "warn", names: ["Aoi", "Ben"] });
  });

  it("does not tell people what they did themselves, nor votes, but that their time is up", () => {
    const teller = new NoticeTeller();
    teller.tell([], [], [0]);
    const lines = ["left", "name", "vote", "timeout"].map((kind, n) => notice(n + 0.5, kind, 0));
    teller.tell(lines, ["Aoi"], [0]);
    expect(shown()).toEqual(["⟦@0⟧ timeout"]);
  });
});
