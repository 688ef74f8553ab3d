/** How long things move, and not at all for those who asked for stillness (ux-C19). */
import { cubicOut } from 'svelte/easing';
import { prefersReducedMotion } from 'svelte/motion';
import type { TransitionConfig } from 'svelte/transition';
import { settings, type Speed } from '../store/settings.svelte.ts';

const SHARE: Record<Speed, number> = { normal: 1, fast: 0.5, off: 0 };

/** `millis` at the player's speed; 0 without motion. */
export const lasting = (millis: number): number =>
  prefersReducedMotion.current ? 0 : millis * SHARE[settings.speed];

/** Where something was on the screen. */
export const rectOf = (selector: string, within: ParentNode = document): DOMRect | null =>
  within.querySelector(selector)?.getBoundingClientRect() ?? null;

/** A transition that lets an element arrive from another place on the screen. */
export function arrive(
  node: Element,
  from: () => DOMRect | null,
): TransitionConfig | (() => TransitionConfig) {
  const duration = lasting(320);
  const start = duration > 0 ? from() : null;
  if (start === null) return { duration: 0 };
  // Measured one step later, when the element lies where it will lie.
  return () => {
    const here = node.getBoundingClientRect();
    const x = start.left + start.width / 2 - here.left - here.width / 2;
    const y = start.top + start.height / 2 - here.top - here.height / 2;
    const scale = here.width > 0 ? start.width / here.width : 1;
    return {
      duration,
      easing: cubicOut,
      css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) scale(${t + u * scale}); z-index: 5`,
    };
  };
}
