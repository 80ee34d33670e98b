/**
 * The sounds of the table: made on the spot, short and quiet. Browsers let a page sound only after somebody has touched
 * it, so the first touch opens the instrument.
 */

export type Sound =
  "move" | "dice" | "turn" | "end" | "no" | "say" | "meow" | "paw" | "pick" | "drop" | "flip" | "tick" | "open";

const LOUDNESS = 0.16;
let instrument: AudioContext | null = null;
let last = 0;

/** Makes sounds possible from the first touch on. */
export function listenForTouch(signal: AbortSignal): void {
  const open = () => {
    instrument ??= new AudioContext();
    void instrument.resume();
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, open, { signal, once: true });
}

/** Sounds at once; what comes too soon after another sound is left out. */
export function sound(name: Sound): void {
  const now = performance.now();
  if (!instrument || instrument.state !== "running" || now - last < 60) return;
  last = now;
  SCORE[name](instrument);
}

const SCORE: Record<Sound, (on: AudioContext) => void> = {
  move: (on) => knock(on, 340, 0.07),
  dice: (on) => {
    for (const delay of [0, 0.05, 0.09]) rattle(on, delay);
  },
  turn: (on) => {
    tone(on, 659.3, 0, 0.5);
    tone(on, 987.8, 0.12, 0.7);
  },
  end: (on) => [523.3, 659.3, 784, 1046.5].forEach((pitch, index) => tone(on, pitch, 0.13 * index, 0.9)),
  no: (on) => knock(on, 150, 0.13),
  say: (on) => tone(on, 880, 0, 0.18),
  meow: (on) => mew(on),
  paw: (on) => knock(on, 220, 0.09),
  pick: (on) => knock(on, 620, 0.05),
  drop: (on) => knock(on, 300, 0.08),
  flip: (on) => rattle(on, 0),
  tick: (on) => tone(on, 740, 0, 0.14),
  open: (on) => tone(on, 1109, 0, 0.5),
};

function tone(on: AudioContext, pitch: number, delay: number, length: number): void {
  const begin = on.currentTime + delay;
  const voice = on.createOscillator();
  voice.type = "sine";
  voice.frequency.value = pitch;
  voice.connect(fading(on, begin, LOUDNESS, length));
  voice.start(begin);
  voice.stop(begin + length);
}

/** Up and down again, through a narrow mouth. */
function mew(on: AudioContext): void {
  const begin = on.currentTime;
  const length = 0.6;
  const voice = on.createOscillator();
  voice.type = "sawtooth";
  voice.frequency.setValueAtTime(520, begin);
  voice.frequency.linearRampToValueAtTime(840, begin + 0.15);
  voice.frequency.linearRampToValueAtTime(470, begin + length);
  const mouth = on.createBiquadFilter();
  mouth.type = "bandpass";
  mouth.Q.value = 3;
  mouth.frequency.setValueAtTime(900, begin);
  mouth.frequency.linearRampToValueAtTime(1900, begin + 0.2);
  mouth.frequency.linearRampToValueAtTime(700, begin + length);
  voice.connect(mouth).connect(fading(on, begin, LOUDNESS * 2, length));
  voice.start(begin);
  voice.stop(begin + length);
}

/** A wooden piece put down. */
function knock(on: AudioContext, pitch: number, length: number): void {
  const begin = on.currentTime;
  const voice = on.createOscillator();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(pitch, begin);
  voice.frequency.exponentialRampToValueAtTime(pitch / 2, begin + length);
  voice.connect(fading(on, begin, LOUDNESS * 1.4, length));
  voice.start(begin);
  voice.stop(begin + length);
}

/** A die that touches the table. */
function rattle(on: AudioContext, delay: number): void {
  const length = 0.05;
  const begin = on.currentTime + delay;
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const voice = on.createBufferSource();
  voice.buffer = noise;
  const wood = on.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 1800 + 900 * Math.random();
  voice.connect(wood).connect(fading(on, begin, LOUDNESS * 1.6, length));
  voice.start(begin);
}

function fading(on: AudioContext, begin: number, loudness: number, length: number): GainNode {
  const fade = on.createGain();
  fade.gain.setValueAtTime(loudness, begin);
  fade.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  fade.connect(on.destination);
  return fade;
}
