/** Short notes that come and go by themselves: the reason of a rejected command, "link copied". */
import { announce } from './announce.svelte.ts';

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly kind: 'bad' | 'plain';
}

/** How long a note stays, in milliseconds: long enough to be read twice. */
const STAYS = 5_000;
const AT_MOST = 3;

let toasts = $state.raw<readonly Toast[]>([]);
let lastKey = 0;

export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const key = ++lastKey;
  // The same note twice would only push the first one up.
  toasts = [...toasts.filter((other) => other.text !== text), { key, text, kind }].slice(-AT_MOST);
  announce(text);
  setTimeout(() => dismiss(key), STAYS);
}

export function dismiss(key: number): void {
  toasts = toasts.filter((other) => other.key !== key);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
