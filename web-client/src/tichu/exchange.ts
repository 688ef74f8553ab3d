/**
 * The player's choice of three cards to give, before it is confirmed (T4, ux-T7).
 *
 * Invariants: a card is for one seat at most; a change returns a new draft. Nothing leaves this browser until it is
 * confirmed, so everything can be taken back.
 */
import type { Card, Exchange } from '../protocol/types.ts';
import { SIDES, type Side } from './seats.ts';

export type Draft = { readonly [S in Side]: Card | null };

export const EMPTY_DRAFT: Draft = { left: null, partner: null, right: null };

/** Lays a card before a seat. It leaves the seat where it lay; a card that lay there comes back to the hand. */
export function give(draft: Draft, side: Side, card: Card): Draft {
  const elsewhere = sideFor(draft, card);
  return { ...(elsewhere === null ? draft : takeBack(draft, elsewhere)), [side]: card };
}

export const takeBack = (draft: Draft, side: Side): Draft => ({ ...draft, [side]: null });

/** The seat before which a card lies, or null. */
export const sideFor = (draft: Draft, card: Card): Side | null =>
  SIDES.find((side) => draft[side] === card) ?? null;

/** The next seat to choose for, in the order left, partner, right; null when all three are chosen. */
export const nextSide = (draft: Draft): Side | null => SIDES.find((side) => draft[side] === null) ?? null;

/** What can be confirmed: all three cards, or null. */
export function complete({ left, partner, right }: Draft): Exchange | null {
  return left === null || partner === null || right === null ? null : { left, partner, right };
}

/** The draft without cards that are not in the hand, for a hand that the server has changed. */
export function within(draft: Draft, hand: readonly Card[]): Draft {
  const held = (card: Card | null): Card | null => (card !== null && hand.includes(card) ? card : null);
  return { left: held(draft.left), partner: held(draft.partner), right: held(draft.right) };
}
