/** Where a card can be dropped: a place in the hand, the table, a seat of the exchange. */
import type { Card } from '../protocol/types.ts';
import type { Drag as AnyDrag } from '../table/drag.ts';
import { SIDES, type Side } from './seats.ts';

export type Drop =
  | { readonly on: 'hand'; readonly to: number }
  | { readonly on: 'trick' }
  | { readonly on: 'side'; readonly side: Side };

export type Drag = AnyDrag<Card, Drop>;

/** The card that an element shows; null when it is no card of the hand. */
export const cardOf = (node: Element): Card | null =>
  node.closest<HTMLElement>('[data-card]')?.dataset.card ?? null;

/** The place under a point, judged by marked elements; in the hand, by the strips of the other cards. */
export function dropAt(root: HTMLElement, card: Card, x: number, y: number): Drop | null {
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
