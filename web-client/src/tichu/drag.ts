/**
 * Dragging a card by pointer events: mouse, pen and touch alike.
 *
 * Invariants: nothing happens on pointer-down; a drag that ends beside every place, is cancelled by the browser or by
 * Escape, changes nothing; no click follows a drag (ux-C5).
 */
import type { Attachment } from 'svelte/attachments';
import type { Card } from '../protocol/types.ts';
import { SIDES, type Side } from './seats.ts';

/** Where a card can be dropped: a place in the hand, the table, a seat of the exchange. */
export type Drop =
  | { readonly on: 'hand'; readonly to: number }
  | { readonly on: 'trick' }
  | { readonly on: 'side'; readonly side: Side };

export interface Drag {
  readonly card: Card;
  /** How far the pointer has come, in CSS px. */
  readonly dx: number;
  readonly dy: number;
  readonly over: Drop | null;
}

interface Hands {
  readonly drag: (drag: Drag | null) => void;
  readonly drop: (card: Card, drop: Drop) => void;
}

/** A press becomes a drag after so many px. */
const THRESHOLD = 7;

const cardOf = (node: Element): Card | null => node.closest<HTMLElement>('[data-card]')?.dataset.card ?? null;

/** The place under a point, judged by marked elements; in the hand, by the strips of the other cards. */
function dropAt(root: HTMLElement, card: Card, x: number, y: number): Drop | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
  if (place === 'trick') return { on: 'trick' };
  const side = SIDES.find((known) => known === place);
  if (side !== undefined) return { on: 'side', side };
  if (place !== 'hand') return null;
  const others = [...root.querySelectorAll<HTMLElement>('[data-drop="hand"] [data-card]')].filter(
    (node) => node.dataset.card !== card,
  );
  let nearest = { distance: Infinity, to: 0 };
  for (const [at, node] of others.entries()) {
    const { left, top, width, height } = node.getBoundingClientRect();
    // A row counts more than a column: in two rows the pointer's own row decides.
    const dy = Math.max(0, top - y, y - top - height);
    const dx = x - (left + Math.min(width, 40) / 2);
    const distance = Math.abs(dx) + 4 * dy;
    if (distance < nearest.distance) nearest = { distance, to: dx > 0 ? at + 1 : at };
  }
  return { on: 'hand', to: nearest.to };
}

export function dragging({ drag, drop }: Hands): Attachment<HTMLElement> {
  return (root) => {
    let end = (): void => {};

    function onpointerdown(down: PointerEvent): void {
      const card = cardOf(down.target as Element);
      if (!down.isPrimary || down.button !== 0 || card === null) return;
      end();
      let over: Drop | null = null;
      let moved = false;
      const listening = new AbortController();
      const { signal } = listening;
      end = (): void => {
        listening.abort();
        drag(null);
        end = (): void => {};
      };
      const move = (event: PointerEvent): void => {
        if (event.pointerId !== down.pointerId) return;
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (!moved && Math.hypot(dx, dy) < THRESHOLD) return;
        moved = true;
        over = dropAt(root, card, event.clientX, event.clientY);
        drag({ card, dx, dy, over });
      };
      const up = (event: PointerEvent): void => {
        if (event.pointerId !== down.pointerId) return;
        end();
        if (!moved) return;
        silenceClick();
        if (over !== null) drop(card, over);
      };
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', up, { signal });
      window.addEventListener('pointercancel', end, { signal });
      window.addEventListener('blur', end, { signal });
      window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal });
    }

    root.addEventListener('pointerdown', onpointerdown);
    return () => {
      root.removeEventListener('pointerdown', onpointerdown);
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
