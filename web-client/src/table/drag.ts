/**
 * Dragging by pointer events, for both tables: mouse, pen and touch alike.
 *
 * Invariants: nothing happens on pointer-down; a drag that ends beside every place, or is cancelled by the browser, by
 * Escape or by the table, changes nothing; no click follows a drag (ux-C5).
 */
import type { Attachment } from 'svelte/attachments';
import { tick } from './haptics.ts';

/** A drag as it goes: what was lifted, and the place under the pointer. */
export interface Drag<From, To> {
  readonly from: From;
  /** Whether a long press has lifted all that belongs together (ux-R10). */
  readonly group: boolean;
  /** How far the pointer has come, in CSS px. */
  readonly dx: number;
  readonly dy: number;
  /** Where it would be dropped; null beside every place. */
  readonly over: To | null;
}

export interface Hands<From, To> {
  /** What a press on this element lifts; null when nothing can be lifted there now. */
  readonly lift: (pressed: Element) => From | null;
  /** The place under a point of the window. */
  readonly placeAt: (from: From, x: number, y: number) => To | null;
  /** Whether a long press lifts more than one thing here. Default: never. */
  readonly grouped?: (from: From) => boolean;
  /** The drag as it goes; null when it is over. */
  readonly drag: (drag: Drag<From, To> | null) => void;
  readonly drop: (from: From, to: To, group: boolean) => void;
}

export interface Dragging {
  /** Listens on the table. */
  readonly attach: Attachment<HTMLElement>;
  /** Ends a running drag without a drop: the turn is over. */
  readonly cancel: () => void;
}

/** A press becomes a drag after so many px, and lifts the whole group after so many milliseconds. */
const THRESHOLD = 6;
const LONG_PRESS = 380;

export function dragging<From, To>(hands: Hands<From, To>): Dragging {
  /** Ends the running press, whatever it has become. */
  let end = (): void => {};

  function onpointerdown(down: PointerEvent): void {
    if (!down.isPrimary || down.button !== 0) return;
    const lifted = hands.lift(down.target as Element);
    if (lifted === null) return;
    const from: From = lifted;
    end();
    let group = false;
    let moved = false;
    let over: To | null = null;
    const timer = setTimeout(() => {
      if (moved || hands.grouped?.(from) !== true) return;
      group = true;
      tick();
      hands.drag({ from, group, dx: 0, dy: 0, over });
    }, LONG_PRESS);

    const listening = new AbortController();
    const { signal } = listening;
    end = (): void => {
      clearTimeout(timer);
      listening.abort();
      hands.drag(null);
      end = (): void => {};
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!moved && Math.hypot(dx, dy) < THRESHOLD) return;
      if (!moved && !group) tick();
      moved = true;
      clearTimeout(timer);
      over = hands.placeAt(from, event.clientX, event.clientY);
      hands.drag({ from, group, dx, dy, over });
    };
    const up = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      end();
      if (!moved && !group) return;
      silenceClick();
      if (moved && over !== null) hands.drop(from, over, group);
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('blur', end, { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal });
  }

  return {
    attach: (node) => {
      node.addEventListener('pointerdown', onpointerdown);
      return () => {
        node.removeEventListener('pointerdown', onpointerdown);
        end();
      };
    },
    cancel: () => end(),
  };
}

/** Swallows the click that the browser makes of the press which a drag began with. */
function silenceClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
