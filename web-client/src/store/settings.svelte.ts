/** What the player chose for this browser: look, sound, motion, keys. Remembered, and applied at once. */
import { recall, remember } from '../ui/remember.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

function flag(key: string, byDefault: boolean): boolean {
  const stored = recall(key);
  return stored === null ? byDefault : stored === 'on';
}

class Settings {
  #theme = $state<Theme>('system');
  #sound = $state(flag('sound', true));
  #motion = $state(flag('motion', true));
  #keys = $state(flag('keys', true));

  constructor() {
    const theme = recall('theme');
    if (isTheme(theme)) this.#theme = theme;
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

  /** Whether sounds are played; browsers allow them from the first press on. */
  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    remember('sound', on ? 'on' : 'off');
  }

  /** Whether things move, unless the system asks for less motion anyway. */
  get motion(): boolean {
    return this.#motion;
  }
  set motion(on: boolean) {
    this.#motion = on;
    remember('motion', on ? 'on' : 'off');
    this.#apply();
  }

  /** Whether single letters are shortcuts (WCAG 2.1.4). */
  get keys(): boolean {
    return this.#keys;
  }
  set keys(on: boolean) {
    this.#keys = on;
    remember('keys', on ? 'on' : 'off');
  }

  #apply(): void {
    const { dataset } = document.documentElement;
    if (this.#theme === 'system') delete dataset.theme;
    else dataset.theme = this.#theme;
    if (this.#motion) delete dataset.motion;
    else dataset.motion = 'off';
  }
}

export const settings = new Settings();

/** Whether an animation may run now: the player's setting and the system's wish together (ux-C19). */
export function mayMove(): boolean {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
