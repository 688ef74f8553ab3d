/**
 * Single keys as shortcuts, the same on every keyboard layout (ux-C25).
 *
 * Invariant: nothing is a shortcut while a text is typed, a dialog is open, a modifier is held, or when the player has
 * switched single letters off (WCAG 2.1.4). Escape and the arrows are no letters and always work.
 */
import { settings } from '../store/settings.svelte.ts';

/** A line of the list that `?` opens: the keys as they are printed, and what they do. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

const BUSY = 'input, textarea, select, dialog, [contenteditable]';

/**
 * The letter or sign of a press: `p`, `?`, `/`, `Escape`; null when it is no shortcut.
 *
 * A Latin letter counts as it is printed (QWERTZ, AZERTY); elsewhere the place of the key counts, so that P is P on a
 * Ukrainian keyboard, too.
 */
export function shortcutOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest(BUSY) !== null) return null;
  if (event.key === 'Escape') return 'Escape';
  if (!settings.keys) return null;
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return '?';
  if (event.key === '/' || event.code === 'Slash') return '/';
  if (event.shiftKey) return null;
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null;
}

/** Answers a press by one of these; true when there was one. */
export function answerKey(event: KeyboardEvent, ways: Readonly<Record<string, () => void>>): boolean {
  const key = shortcutOf(event);
  const way = key === null ? undefined : ways[key];
  if (way === undefined) return false;
  event.preventDefault();
  way();
  return true;
}
