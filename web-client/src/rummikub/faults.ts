/** Why the referee refuses a declaration: each fault in words, and the tiles that it is about (R16). */
import type { Fault, Layout } from '../protocol/types.ts';
import { t } from './messages.ts';
import { tileName } from './names.ts';
import type { Face } from './tile.ts';

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
