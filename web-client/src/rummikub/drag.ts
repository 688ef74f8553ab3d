/**
 * Dragging by pointer events: mouse, pen and touch alike.
 *
 * Invariants: nothing happens on pointer-down; a drag that ends beside every place, is cancelled by the browser, or
 * by Escape, changes nothing; no click follows a drag (ux-C5).
 */
import type { Attachment } from 'svelte/attachments';

/** Where a tile can come from or go to. */
export type Place = number | 'pool' | 'discards' | 'throw' | 'finish';

export interface Drag {
  readonly from: Place;
  /** Whether the whole group comes along, after a long press (ux-R10). */
  readonly group: boolean;
  /** How far the pointer has come, in CSS px. */
  readonly dx: number;
  readonly dy: number;
  /** The place under the pointer. */
  readonly over: Place | null;
}

interface Hands {
  /** Whether something can be lifted there now. */
  readonly lifts: (from: Place) => boolean;
  /** The drag as it goes; null when it is over. */
  readonly drag: (drag: Drag | null) => void;
  readonly drop: (from: Place, to: Place, group: boolean) => void;
}

/** A press becomes a drag after so many px, and lifts the whole group after so many milliseconds. */
const THRESHOLD = 6;
const LONG_PRESS = 380;

const placeOf = (node: Element | null): Place | null => {
  const place = node?.closest<HTMLElement>('[data-place]')?.dataset.place;
  if (place === undefined) return null;
  return /^\d+$/.test(place) ? Number(place) : (place as Place);
};

export function dragging({ lifts, drag, drop }: Hands): Attachment<HTMLElement> {
  return (node) => {
    let end = (): void => {};

    function onpointerdown(down: PointerEvent): void {
      const from = placeOf(down.target as Element);
      if (!down.isPrimary || down.button !== 0 || from === null || !lifts(from)) return;
      end();
      let group = false;
      let moved = false;
      let over: Place | null = null;
      const timer = setTimeout(() => {
        group = typeof from === 'number';
        if (group && !moved) drag({ from, group, dx: 0, dy: 0, over: from });
      }, LONG_PRESS);

      const listening = new AbortController();
      const { signal } = listening;
      end = (): void => {
        clearTimeout(timer);
        listening.abort();
        drag(null);
        end = (): void => {};
      };
      const move = (event: PointerEvent): void => {
        if (event.pointerId !== down.pointerId) return;
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (!moved && Math.hypot(dx, dy) < THRESHOLD) return;
        moved = true;
        clearTimeout(timer);
        over = placeOf(document.elementFromPoint(event.clientX, event.clientY));
        drag({ from, group, dx, dy, over });
      };
      const up = (event: PointerEvent): void => {
        if (event.pointerId !== down.pointerId) return;
        end();
        if (!moved && !group) return;
        silenceClick();
        if (moved && over !== null && over !== from) drop(from, over, group);
      };
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', up, { signal });
      window.addEventListener('pointercancel', end, { signal });
      window.addEventListener('blur', end, { signal });
      window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal });
    }

    node.addEventListener('pointerdown', onpointerdown);
    return () => {
      node.removeEventListener('pointerdown', onpointerdown);
      end();
    };
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
