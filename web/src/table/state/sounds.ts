/** Small sounds, made here and now: a card, a train, a bell. As loud as a person has set them, at first not at all. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.volume) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A puff of noise through a filter: a flick, a chuff. */
function puff(at: number, length: number, frequency: number, loud: number): void {
  const audio = context!;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i += 1) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 0.8 });
  const gain = new GainNode(audio, { gain: loud * settings.volume });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function ring(at: number, frequency: number, loud: number): void {
  const audio = context!;
  const tone = new OscillatorNode(audio, { type: "sine", frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * settings.volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 1);
}

export function card(): void {
  const audio = ready();
  if (audio) puff(audio.currentTime, 0.06, 3200, 0.25);
}

export function train(): void {
  const audio = ready();
  if (audio) for (const n of [0, 1, 2, 3]) puff(audio.currentTime + n * 0.13, 0.11, 420 - n * 20, 0.5);
}

export function bell(): void {
  const audio = ready();
  if (!audio) return;
  ring(audio.currentTime, 1046.5, 0.12);
  ring(audio.currentTime + 0.16, 1318.5, 0.1);
}
