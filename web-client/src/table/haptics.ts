/** A short tick in the hand when something is picked up, where the device can and the player wants it (ux-C28). */
import { settings } from '../store/settings.svelte.ts';

const TICK_MS = 12;

export function tick(): void {
  // Browsers refuse to vibrate before the first press on the page, and some have no motor at all.
  if (settings.is('haptics') && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS);
}
