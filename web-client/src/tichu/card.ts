/**
 * A card in the notation of the wire: rank and suit, `Tj`, or `1` Mah Jong, `D` Dog, `P` Phoenix, `R` Dragon (T1).
 *
 * Invariants: every card that reaches this folder came from the server, so it is one of the 56; `indexOf` orders
 * them as a sorted hand does.
 */
import type { Card, Rank } from '../protocol/types.ts';

export const SUITS = ['j', 's', 'p', 't'] as const;
export type Suit = (typeof SUITS)[number];

export const RANKS: readonly Rank[] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

export const SPECIALS = ['D', '1', 'P', 'R'] as const;
export type Special = (typeof SPECIALS)[number];

export const DOG = 'D';
export const MAH_JONG = '1';
export const PHOENIX = 'P';
export const DRAGON = 'R';

/** The special that a card is, or null. */
export const specialOf = (card: Card): Special | null => SPECIALS.find((special) => special === card) ?? null;

/** The suit of a natural card; a special has none. */
export const suitOf = (card: Card): Suit | null => SUITS.find((suit) => card[1] === suit) ?? null;

/** The rank of a natural card; a special has none. */
export const rankOf = (card: Card): Rank | null =>
  card.length === 2 ? (RANKS.find((rank) => card[0] === rank) ?? null) : null;

/** From 2 to 14. */
export const numberOf = (rank: Rank): number => RANKS.indexOf(rank) + 2;

/** The rank of a number, if it is from 2 to 14. */
export const rankAt = (number: number): Rank | null => RANKS[number - 2] ?? null;

/** From 0 to 55: `D 1`, then `2j 2s 2p 2t` up to the aces, then `P R`. */
export function indexOf(card: Card): number {
  const special = specialOf(card);
  if (special !== null) return { D: 0, 1: 1, P: 54, R: 55 }[special];
  const rank = rankOf(card);
  const suit = suitOf(card);
  return rank === null || suit === null ? -1 : 4 * numberOf(rank) - 6 + SUITS.indexOf(suit);
}

export const sorted = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => indexOf(a) - indexOf(b));

/** Whether two lists hold the same cards, in whatever order. */
export const sameCards = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && sorted(a).join(' ') === sorted(b).join(' ');

/** What a card counts in a trick (T1). */
export function pointsOf(card: Card): number {
  const points: Partial<Record<string, number>> = { 5: 5, T: 10, K: 10, R: 25, P: -25 };
  return points[card[0] ?? ''] ?? 0;
}

export const pointsIn = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + pointsOf(card), 0);

/** Every card of the deck, sorted. */
export const DECK: readonly Card[] = sorted([
  ...SPECIALS,
  ...RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)),
]);
