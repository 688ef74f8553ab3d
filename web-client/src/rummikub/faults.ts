/** Why the referee refuses a declaration: each fault in words, and the tiles that it is about (R16). */
import type { Layout } from '../protocol/types.ts';
import type { MeldFault } from './meld.ts';
import { t } from './messages.ts';
import { tileName } from './names.ts';
import type { Face } from './tile.ts';

/** A fault as the server names it. */
export type Fault =
  | { readonly code: MeldFault; readonly meld: number }
  | { readonly code: 'discard_required' }
  | {
      readonly code: 'discard_not_in_rack' | 'tile_not_in_rack' | 'tile_used_twice' | 'discard_in_meld';
      readonly tile: Face;
    }
  | { readonly code: 'tiles_left_over'; readonly tiles: readonly Face[] };

/** The tiles that a fault is about, given the layout that was declared. */
export function tilesOfFault(fault: Fault, layout: Layout): readonly Face[] {
  if ('meld' in fault) return layout[fault.meld - 1] ?? [];
  if ('tile' in fault) return [fault.tile];
  return 'tiles' in fault ? fault.tiles : [];
}

export function faultText(fault: Fault): string {
  const reason = t.fault[fault.code];
  if ('meld' in fault) return `${t.meldNumber(fault.meld)}: ${reason}`;
  if ('tile' in fault) return `${tileName(fault.tile)}: ${reason}`;
  if ('tiles' in fault) return `${reason}: ${fault.tiles.map(tileName).join(', ')}`;
  return reason;
}
