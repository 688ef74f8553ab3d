/** How long things move, and not at all for those who asked for stillness (ux-C19). */
import { prefersReducedMotion } from 'svelte/motion';

/** `millis`, or 0 without motion. */
export const lasting = (millis: number): number =>
  prefersReducedMotion.current || document.documentElement.dataset.motion === 'off' ? 0 : millis;
