/**
 * The brackets below the tiles: for each slot its piece of a bracket, and where the bracket's text stands when the
 * tape is wrapped into rows of 8 or of 12 slots (ux-R7).
 */
import type { Reading } from './groups.ts';
import type { MeldKind } from './meld.ts';
import type { MeldFault } from '../protocol/types.ts';
import type { Span } from './rack.ts';

export interface Mark {
  readonly of: { readonly kind: MeldKind } | { readonly fault: MeldFault };
  readonly first: boolean;
  readonly last: boolean;
  /** When the text stands at this slot: over how many slots it is centred, by slots in a row. */
  readonly label: { readonly 8: number; readonly 12: number };
}

type Columns = 8 | 12;

/** The marks by slot. Tiles that lie alone or in twos have none: they are no mistake, only not a group yet. */
export function marksOf({ groups, strays }: Reading): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>();
  const told = strays.filter(({ fault }) => fault !== 'too_short' && fault !== 'mixed');
  for (const span of [...groups, ...told]) {
    const at = { 8: labelOf(span, 8), 12: labelOf(span, 12) };
    for (let slot = span.start; slot <= span.end; slot += 1) {
      const over = (columns: Columns): number => (at[columns].start === slot ? lengthOf(at[columns]) : 0);
      marks.set(slot, {
        of: 'kind' in span ? { kind: span.kind } : { fault: span.fault },
        first: slot === span.start,
        last: slot === span.end,
        label: { 8: over(8), 12: over(12) },
      });
    }
  }
  return marks;
}

const lengthOf = ({ start, end }: Span): number => end - start + 1;

/** The longest part of a span that lies in one row; of equals the first. */
function labelOf({ start, end }: Span, columns: Columns): Span {
  let longest: Span = { start, end: start - 1 };
  for (let from = start; from <= end;) {
    const to = Math.min(end, from - (from % columns) + columns - 1);
    if (to - from + 1 > lengthOf(longest)) longest = { start: from, end: to };
    from = to + 1;
  }
  return longest;
}
