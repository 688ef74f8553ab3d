/**
 * How played cards lie on the table: in the order in which the combination is read, the Phoenix where it stands.
 *
 * Invariant: the cards that lie are the cards that were played.
 */
import type { Card, Combination, Rank } from '../protocol/types.ts';
import { indexOf, MAH_JONG, numberOf, PHOENIX, rankOf } from './card.ts';
import { beats, isLike, readings } from './combination.ts';

/** The rank that the Phoenix stands for in a combination; null without one, or when it is alone. */
export function phoenixIn(cards: readonly Card[], combination: Combination): Rank | null {
  const reading = readings(cards).find(
    (found) =>
      isLike(found.combination, combination) &&
      !beats(found.combination, combination) &&
      !beats(combination, found.combination),
  );
  return reading?.phoenix ?? null;
}

export function laid(cards: readonly Card[], combination: Combination): Card[] {
  const phoenix = phoenixIn(cards, combination);
  const height = (card: Card): number => {
    if (card === MAH_JONG) return 1;
    const rank = card === PHOENIX ? phoenix : rankOf(card);
    return rank === null ? 0 : numberOf(rank);
  };
  // A full house shows its triple first.
  const behind = (card: Card): number =>
    combination.kind === 'full_house' && height(card) === numberOf(combination.pair) ? 1 : 0;
  return [...cards].sort((a, b) => behind(a) - behind(b) || height(a) - height(b) || indexOf(a) - indexOf(b));
}
