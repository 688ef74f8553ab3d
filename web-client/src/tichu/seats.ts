/**
 * Where the seats stand on the screen: the viewer at the bottom, the partner at the top, the next seat at the left
 * (ux-T1), so that the turn goes clockwise.
 *
 * Invariant: a spectator looks from seat 0.
 */
import type { Seat } from '../protocol/types.ts';

/** The others as the viewer sees them; the words of an exchange on the wire. */
export const SIDES = ['left', 'partner', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const SEATS: readonly Seat[] = [0, 1, 2, 3];

/** The seat that stands at the bottom. */
export const bottomOf = (me: Seat | null): Seat => me ?? 0;

export const seatAt = (me: Seat | null, side: Side): Seat => (bottomOf(me) + SIDES.indexOf(side) + 1) % 4;

/** Where a seat stands, seen from another; null for that seat itself. */
export const sideOf = (me: Seat | null, seat: Seat): Side | null =>
  SIDES[(seat - bottomOf(me) + 3) % 4] ?? null;

export const teamOf = (seat: Seat): 0 | 1 => (seat % 2 === 0 ? 0 : 1);
export const partnerOf = (seat: Seat): Seat => (seat + 2) % 4;
