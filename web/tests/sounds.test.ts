// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { soundsOf } from "../src/app/event-sounds";
import type { EventSound } from "../src/app/family";
import { settings } from "../src/lib/settings.svelte";
import { logLine } from "./examples";

/** Counts what is played, and how loud everything is. */
class FakeAudio {
  static made: FakeAudio[] = [];
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  tones: number[] = [];
  strikes: number[] = [];
  gains: { gain: { value: number } }[] = [];

  constructor() {
    FakeAudio.made.push(this);
  }
  createGain() {
    const ramp = () => undefined;
    const gain = { value: 1, setValueAtTime: ramp, linearRampToValueAtTime: ramp };
    const node = { gain: { ...gain, exponentialRampToValueAtTime: ramp }, connect };
    this.gains.push(node);
    return node;
  }
  createOscillator() {
    const frequency = { value: 0 };
    const start = () => this.tones.push(frequency.value);
    return { frequency, type: "", connect, start, stop: () => undefined };
  }
  createBiquadFilter() {
    const frequency = { value: 0 };
    return { frequency, type: "", connect };
  }
  createBuffer(_channels: number, length: number) {
    return { getChannelData: () => new Float32Array(length) };
  }
  createBufferSource() {
    return { buffer: null, connect, start: (at: number) => this.strikes.push(at) };
  }
}

function connect<T>(node: T): T {
  return node;
}

type Sounds = typeof import("../src/lib/sounds");
let sounds: Sounds;
let stop: () => void;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeAudio);
  FakeAudio.made = [];
  sounds = await import("../src/lib/sounds");
  stop = sounds.wakeSounds();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

async function choose(chosen: Parameters<typeof settings.set>[0]): Promise<void> {
  const fresh = await import("../src/lib/settings.svelte");
  fresh.settings.set(chosen);
}

function click(): void {
  dispatchEvent(new Event("pointerdown"));
}

describe("playing", () => {
  it("is on by default, at a low volume", () => {
    expect(settings.sound).toBe(true);
    expect(settings.volume).toBeLessThan(0.5);
  });

  it("opens no audio before the first click, and keeps nothing for later", () => {
    sounds.playSound("turn");
    expect(FakeAudio.made).toHaveLength(0);
    click();
    expect(FakeAudio.made).toHaveLength(1);
    expect(FakeAudio.made[0]?.tones).toEqual([]);
  });

  it("opens one audio context for all sounds", () => {
    click();
    click();
    dispatchEvent(new Event("keydown"));
    expect(FakeAudio.made).toHaveLength(1);
  });

  it("sounds different for every event", () => {
    click();
    const audio = FakeAudio.made[0];
    if (!audio) throw new Error("no audio");
    const heard = (["draw", "claim", "done", "turn", "last-round", "end"] as const).map((name) => {
      audio.tones = [];
      audio.strikes = [];
      sounds.playSound(name);
      return JSON.stringify([audio.tones, audio.strikes]);
    });
    expect(new Set(heard).size).toBe(6);
    expect(heard).not.toContain("[[],[]]");
  });

  it("follows the volume", async () => {
    click();
    await choose({ volume: 0.5 });
    sounds.playSound("draw");
    expect(FakeAudio.made[0]?.gains[0]?.gain.value).toBeCloseTo(0.25);
  });

  it("is silent when sounds are off, and never opens audio", async () => {
    await choose({ sounds: false });
    click();
    sounds.playSound("turn");
    sounds.trySound("turn");
    expect(FakeAudio.made).toHaveLength(0);
    await choose({ sounds: true });
    sounds.trySound("turn");
    expect(FakeAudio.made[0]?.tones).toHaveLength(2);
  });
});

describe("which sounds an update has", () => {
  const routes: Record<string, EventSound> = { drew: "draw", claimed: "claim", rewarded: "done" };
  const quiet = { over: false, ticketDone: false };
  const said = (...kinds: string[]) => kinds.map((kind, n) => logLine(n, { kind }));

  it.each([
    ["a card", said("drew"), quiet, ["draw"]],
    ["a claim", said("drew", "claimed"), quiet, ["claim"]],
    ["a claim that completes a ticket", said("claimed"), { ...quiet, ticketDone: true }, ["claim", "done"]],
    ["a job", said("rewarded"), quiet, ["done"]],
    ["the last round", said("claimed", "last-round"), quiet, ["last-round"]],
    ["the end", said("claimed"), { over: true, ticketDone: true }, ["end"]],
    ["nothing to hear", said("turn"), quiet, []],
  ])("%s", (_, lines, how, expected) => {
    expect(soundsOf({ said: lines, ...how }, routes)).toEqual(expected);
  });
});
