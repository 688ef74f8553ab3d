/** What the player chose for this browser: look, sound, motion, keys, comfort. Remembered, and applied at once. */
import { recall, remember } from '../ui/remember.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** How fast things move: as designed, in half the time, or not at all (ux-C19). */
export const SPEEDS = ['normal', 'fast', 'off'] as const;
export type Speed = (typeof SPEEDS)[number];

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

function flag(key: string, byDefault: boolean): boolean {
  const stored = recall(key);
  return stored === null ? byDefault : stored === 'on';
}

/** The switches that are on or off, each with its default. */
const SWITCHES = {
  /** Sounds are played; browsers allow them from the first press on. */
  sound: true,
  /** Single letters are shortcuts (WCAG 2.1.4). */
  keys: true,
  /** A tick in the hand when something is picked up (ux-C28). */
  haptics: true,
  /** Buttons for the left thumb, and the hand from high to low (ux-C28). */
  left_handed: false,
  /** Larger figures on tiles and cards (ux-C28). */
  big_print: false,
  /** Ask again before something is played or thrown, which cannot be taken back (ux-C27). */
  confirm: false,
  /** Neither chat nor the number of those who watch (ux-C21). */
  zen: false,
  /** Not what spectators say (ux-C22). */
  table_talk: false,
  /** Spectators who ask are shown this player's hand at once (ux-C22). */
  open_hand: false,
} as const;
export type Switch = keyof typeof SWITCHES;

class Settings {
  #theme = $state<Theme>('system');
  #speed = $state<Speed>('normal');
  #volume = $state(0.6);
  readonly #on = $state(
    Object.fromEntries(Object.entries(SWITCHES).map(([key, on]) => [key, flag(key, on)])) as Record<
      Switch,
      boolean
    >,
  );

  constructor() {
    const theme = recall('theme');
    if (isTheme(theme)) this.#theme = theme;
    const speed = recall('motion');
    this.#speed = SPEEDS.find((known) => known === speed) ?? 'normal';
    const volume = Number(recall('volume') ?? NaN);
    if (volume >= 0 && volume <= 1) this.#volume = volume;
    this.#apply();
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    remember('theme', theme === 'system' ? null : theme);
    this.#apply();
  }

  get speed(): Speed {
    return this.#speed;
  }
  set speed(speed: Speed) {
    this.#speed = speed;
    remember('motion', speed === 'normal' ? null : speed);
    this.#apply();
  }

  /** Whether things move, unless the system asks for less motion anyway. */
  get motion(): boolean {
    return this.#speed !== 'off';
  }
  set motion(on: boolean) {
    this.speed = on ? 'normal' : 'off';
  }

  /** How loud sounds are, from 0 to 1. */
  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    this.#volume = volume;
    remember('volume', String(volume));
  }

  is(key: Switch): boolean {
    return this.#on[key];
  }
  turn(key: Switch, on: boolean): void {
    this.#on[key] = on;
    remember(key, on ? 'on' : 'off');
    this.#apply();
  }

  get sound(): boolean {
    return this.is('sound');
  }
  set sound(on: boolean) {
    this.turn('sound', on);
  }

  get keys(): boolean {
    return this.is('keys');
  }
  set keys(on: boolean) {
    this.turn('keys', on);
  }

  /** What style sheets must know stands on the root element. */
  #apply(): void {
    const root = document.documentElement;
    const mark = (name: string, value: string, when: boolean): void => {
      if (when) root.setAttribute(`data-${name}`, value);
      else root.removeAttribute(`data-${name}`);
    };
    mark('theme', this.#theme, this.#theme !== 'system');
    mark('motion', this.#speed, this.#speed !== 'normal');
    mark('hand', 'left', this.is('left_handed'));
    mark('print', 'big', this.is('big_print'));
  }
}

export const settings = new Settings();
