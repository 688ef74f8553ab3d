/** How long things move, and not at all for those who asked for stillness (ux-C19). */
import { prefersReducedMotion } from 'svelte/motion';
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

/** `millis`, or 0 without motion. */
export const lasting = (millis: number): number =>
  prefersReducedMotion.current || document.documentElement.dataset.motion === 'off' ? 0 : millis;

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
