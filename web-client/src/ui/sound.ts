/**
 * Short sounds made of sine tones: no files, quiet, each with its own melody (ux-C18).
 *
 * Browsers are silent until the first press on the page; what is asked before that is dropped.
 */
import { settings } from '../store/settings.svelte.ts';

/** A tone: frequency in hertz, start and length in seconds. */
type Tone = readonly [frequency: number, at: number, length: number];

const MELODIES = {
  /** It is your turn: a rising fifth. */
  turn: [
    [523, 0, 0.16],
    [784, 0.12, 0.26],
  ],
  /** A tile or card was laid: a soft knock. */
  place: [[220, 0, 0.06]],
  /** A bomb: low and falling. */
  bomb: [
    [165, 0, 0.22],
    [110, 0.1, 0.4],
    [82, 0.24, 0.5],
  ],
  /** A call or a declaration: three rising tones. */
  flourish: [
    [392, 0, 0.14],
    [523, 0.1, 0.14],
    [659, 0.2, 0.3],
  ],
  /** Ten seconds are left: two ticks. */
  low: [
    [880, 0, 0.05],
    [880, 0.22, 0.05],
  ],
  chat: [[988, 0, 0.09]],
  /** The match is over. */
  end: [
    [523, 0, 0.2],
    [659, 0.16, 0.2],
    [784, 0.32, 0.2],
    [1047, 0.48, 0.5],
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof MELODIES;

export const SOUNDS = Object.keys(MELODIES) as Sound[];

/** The gain of a tone at full volume. */
const LOUDEST = 0.14;
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined')
    return;
  // Loudness is heard in ratios, so the slider's middle is a quarter of the gain.
  const gainOf = LOUDEST * settings.volume ** 2;
  if (gainOf <= 0) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  for (const [frequency, at, length] of MELODIES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start + at);
    gain.gain.linearRampToValueAtTime(gainOf, start + at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + length);
  }
}
