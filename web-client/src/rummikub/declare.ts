/**
 * What pressing "declare" leads to: a sheet to confirm, or what is missing (ux-R6).
 *
 * Invariant: what is confirmed is what is sent: the melds as they lie, and the closing discard (R14).
 */
import type { Fault, Layout, RummikubAction } from '../protocol/types.ts';
import type { Desk } from './desk.svelte.ts';
import { plan, type Plan } from './groups.ts';
import type { Held } from './rack.ts';
import { tilesOf } from './rack.ts';
import type { Face } from './tile.ts';

export type Declaring =
  /** All but one tile fit: confirm. */
  | { readonly step: 'confirm'; readonly plan: Plan }
  /** All fifteen fit, or the loose tile may not be thrown: choose the discard. */
  | { readonly step: 'choose'; readonly among: readonly Plan[] }
  /** These tiles are in no group. */
  | { readonly step: 'missing'; readonly loose: readonly Held[] };

/** The dialog about a declaration: one of these, or what the referee refused and how many tries are left. */
export type Sheet =
  | Declaring
  | {
      readonly step: 'refused';
      readonly faults: readonly Fault[];
      readonly left: number;
      readonly plan: Plan;
    };

/** `thrown` is the tile that the player chose to throw, by id; `barred` the face that may not be thrown (R10). */
export function declaring(desk: Desk, thrown: number | null, barred: Face | null): Declaring {
  const chosen = plan(desk.tape, thrown);
  if (chosen && chosen.left.length === 0 && chosen.thrown.face !== barred)
    return { step: 'confirm', plan: chosen };
  if (thrown !== null && chosen)
    return { step: 'missing', loose: chosen.left.length > 0 ? chosen.left : [chosen.thrown] };
  const among = closings(desk, barred);
  if (among.length > 0) return { step: 'choose', among };
  return { step: 'missing', loose: desk.reading.loose };
}

/** A declaration for each face whose throw leaves only groups. */
function closings(desk: Desk, barred: Face | null): Plan[] {
  const plans = tilesOf(desk.tape)
    .filter((held) => held.face !== barred)
    .flatMap((held) => plan(desk.tape, held.id) ?? [])
    .filter(({ left }) => left.length === 0);
  return plans.filter((one, at) => plans.findIndex((other) => other.thrown.face === one.thrown.face) === at);
}

/** Whether the rack can be declared as it lies, with this tile thrown or with any (ux-R6). */
export const isReady = (desk: Desk, thrown: number | null, barred: Face | null): boolean =>
  desk.reading.loose.length <= 2 && declaring(desk, thrown, barred).step !== 'missing';

export const layoutOf = ({ groups }: Plan): Layout =>
  groups.map(({ tiles }) => tiles.map(({ face }) => face));

export const actionOf = (of: Plan): RummikubAction => ({
  kind: 'declare',
  throw: of.thrown.face,
  layout: layoutOf(of),
});
