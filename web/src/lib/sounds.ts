// Three sounds, made on the spot: a punch for a card, a clack for a piece, a far whistle for the last round.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
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

function filtered(
  audio: AudioContext,
  kind: BiquadFilterType,
  frequency: number,
  loud: number,
): BiquadFilterNode {
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = kind;
  filter.frequency.value = frequency;
  gain.gain.value = loud;
  filter.connect(gain).connect(audio.destination);
  return filter;
}

export function punch(): void {
  const audio = ready();
  if (!audio) return;
  const source = noise(audio, 0.05);
  source.connect(filtered(audio, "bandpass", 2400, 0.5));
  source.start();
}

export function clack(times = 1): void {
  const audio = ready();
  if (!audio) return;
  for (let at = 0; at < times; at++) {
    const source = noise(audio, 0.07);
    source.connect(filtered(audio, "bandpass", 900 + (at % 2) * 180, 0.7));
    source.start(audio.currentTime + at * 0.11);
  }
}

export function whistle(): void {
  const audio = ready();
  if (!audio) return;
  for (const [at, frequency] of [
    [0, 587],
    [0, 740],
    [0.5, 622],
    [0.5, 784],
  ] as const)
    tone(audio, frequency, at, 0.42, 0.05);
}

/** Your turn. */
export function bell(): void {
  const audio = ready();
  if (!audio) return;
  tone(audio, 880, 0, 0.5, 0.08);
  tone(audio, 1320, 0.12, 0.6, 0.05);
}

function tone(
  audio: AudioContext,
  frequency: number,
  at: number,
  seconds: number,
  loud: number,
): void {
  const [oscillator, gain, start] = [
    audio.createOscillator(),
    audio.createGain(),
    audio.currentTime + at,
  ];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.04);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
