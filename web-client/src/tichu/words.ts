/** How cards and combinations are named, aloud and in sentences. */
import type { Card, Combination, Rank } from '../protocol/types.ts';
import { MAH_JONG, rankOf, specialOf, suitOf, type Special } from './card.ts';
import { bottomOf, type Reading } from './combination.ts';
import { t } from './messages.ts';

/** What stands on a card and in labels: `10` for the ten, the letter otherwise. */
export const rankMark = (rank: Rank | '1'): string => (rank === 'T' ? '10' : rank);

/** `ten of jade`, `Dragon` */
export function cardName(card: Card): string {
  const special = specialOf(card);
  if (special !== null) return specialName(special);
  const rank = rankOf(card);
  const suit = suitOf(card);
  return rank === null || suit === null ? card : t.card(t.rank[rank], t.suit[suit]);
}

const specialName = (special: Special): string => t.special[special];

/** `Full house, nines over fours`, `Straight 5–J` */
export function combinationName(combination: Combination): string {
  switch (combination.kind) {
    case 'dog':
      return t.special.D;
    case 'single':
      return singleName(combination.value);
    case 'pair':
      return t.pair(t.ranks[combination.rank]);
    case 'triple':
      return t.triple(t.ranks[combination.rank]);
    case 'full_house':
      return t.fullHouse(t.ranks[combination.triple], t.ranks[combination.pair]);
    case 'straight':
      return t.straight(...ends(combination.top, combination.length));
    case 'stairs':
      return t.stairs(...ends(combination.top, combination.pairs));
    case 'four_bomb':
      return t.fourBomb(t.ranks[combination.rank]);
    case 'straight_bomb':
      return t.straightBomb(...ends(combination.top, combination.length));
  }
}

const ends = (top: Rank, ranks: number): [string, string] => [rankMark(bottomOf(top, ranks)), rankMark(top)];

function singleName(value: string): string {
  const under = value.replace('.5', '');
  const rank = rankOf(`${under}j`);
  if (under !== value) return t.phoenixOver(rank === null ? MAH_JONG : rankMark(rank));
  return rank === null ? specialName(value === MAH_JONG ? '1' : 'R') : t.single(t.rank[rank]);
}

/** The combination with what its Phoenix stands for, if that is not plain. */
export function readingName({ combination, phoenix }: Reading): string {
  const name = combinationName(combination);
  return phoenix === null ? name : t.withPhoenix(name, rankMark(phoenix));
}
