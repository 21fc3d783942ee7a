// The sounds of a table, made on the spot. Browsers stay silent until the first click or key; sounds
// before that are dropped, not kept for later.
import { settings } from "./settings.svelte";

export type SoundName = "draw" | "claim" | "done" | "turn" | "last-round" | "end";

interface Note {
  frequency: number;
  /** Seconds after the event. */
  at: number;
  seconds: number;
  loudness: number;
}
interface Recipe {
  tones?: readonly Note[];
  /** Bursts of noise through a filter: paper and wood. */
  strikes?: readonly Note[];
}

/** A punch, three clacks, a small chime, a bell, a far whistle, and a rising chord. */
const RECIPES: Readonly<Record<SoundName, Recipe>> = {
  draw: { strikes: [note(2400, 0, 0.05, 0.5)] },
  claim: {
    strikes: [note(900, 0, 0.07, 0.7), note(1080, 0.11, 0.07, 0.7), note(900, 0.22, 0.07, 0.7)],
  },
  done: { tones: [note(1047, 0.3, 0.35, 0.16), note(1568, 0.42, 0.7, 0.13)] },
  turn: { tones: [note(880, 0, 0.5, 0.2), note(1320, 0.12, 0.6, 0.13)] },
  "last-round": {
    tones: [
      note(587, 0, 0.42, 0.13),
      note(740, 0, 0.42, 0.13),
      note(622, 0.5, 0.42, 0.13),
      note(784, 0.5, 0.42, 0.13),
    ],
  },
  end: {
    tones: [note(523, 0, 0.5, 0.16), note(659, 0.16, 0.5, 0.16), note(784, 0.32, 1.1, 0.16)],
  },
};

let context: AudioContext | null = null;
let master: GainNode | null = null;

function note(frequency: number, at: number, seconds: number, loudness: number): Note {
  return { frequency, at, seconds, loudness };
}

/** Let sounds be heard from the first click or key on; returns the function that stops waiting. */
export function wakeSounds(): () => void {
  const wake = (): void => {
    if (settings.sound) open();
  };
  if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive) wake();
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, true);
  return () => {
    for (const gesture of ["pointerdown", "keydown"]) removeEventListener(gesture, wake, true);
  };
}

/** Play a sound, if sounds are on and the person has clicked somewhere before. */
export function playSound(name: SoundName): void {
  if (!settings.sound || context === null || master === null) return;
  master.gain.value = settings.volume ** 2; // loudness is heard about as the square of this
  const { tones = [], strikes = [] } = RECIPES[name];
  for (const one of tones) playTone(context, master, one);
  for (const one of strikes) playStrike(context, master, one);
}

/** Play a sound on a click on something that is about sounds. */
export function trySound(name: SoundName): void {
  if (settings.sound) open();
  playSound(name);
}

function open(): void {
  if (context === null) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context.state === "suspended") void context.resume();
}

function playTone(audio: AudioContext, out: AudioNode, one: Note): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + one.at;
  oscillator.type = "triangle";
  oscillator.frequency.value = one.frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(one.loudness, start + 0.04);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + one.seconds);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + one.seconds);
}

function playStrike(audio: AudioContext, out: AudioNode, one: Note): void {
  const source = noise(audio, one.seconds);
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = one.frequency;
  gain.gain.value = one.loudness;
  source.connect(filter).connect(gain).connect(out);
  source.start(audio.currentTime + one.at);
}

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at++)
    data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}
