/** Where a tile can come from and go to: a slot of the rack, the sources, and what it is given away to. */
import type { Drag as AnyDrag } from '../table/drag.ts';

export type Place = number | 'pool' | 'discards' | 'throw' | 'finish';
export type Drag = AnyDrag<Place, Place>;

/** The place that an element is part of. */
export function placeOf(node: Element | null): Place | null {
  const place = node?.closest<HTMLElement>('[data-place]')?.dataset.place;
  if (place === undefined) return null;
  return /^\d+$/.test(place) ? Number(place) : (place as Place);
}
