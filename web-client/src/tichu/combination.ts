/**
 * What cards are as a combination, and which beats which (T6 to T10), for feedback that cannot wait for the server.
 *
 * Invariants: it gives the referee's readings for every set of cards (`readings.vectors.json` holds it to that),
 * highest first; there are two only when the Phoenix is ambiguous (T9).
 */
import type { Card, Combination, Rank } from '../protocol/types.ts';
import { DOG, DRAGON, MAH_JONG, numberOf, PHOENIX, rankAt, rankOf, suitOf } from './card.ts';

export type Kind = Combination['kind'];

/** A combination, and the rank that the Phoenix in it stands for; null without one, or when it is alone. */
export interface Reading {
  readonly combination: Combination;
  readonly phoenix: Rank | null;
}

const ACE = 14;

/** All readings of `cards`, highest first. `on` is what lies: it gives the Phoenix alone its value (T9). */
export function readings(cards: readonly Card[], on: Combination | null = null): Reading[] {
  const [first] = cards;
  if (first === undefined) return [];
  if (cards.length === 1) return [{ combination: single(first, on), phoenix: null }];
  if (cards.includes(DOG) || cards.includes(DRAGON)) return [];
  const natural = cards.filter((card) => card !== PHOENIX);
  const heights = natural.map(heightOf).sort((a, b) => a - b);
  if (natural.length === cards.length) {
    const combination = bomb(natural, heights) ?? group(heights);
    return combination === null ? [] : [{ combination, phoenix: null }];
  }
  // Every rank is tried from the ace down, so that the highest reading comes first.
  const found: Reading[] = [];
  for (let height = ACE; height >= 2; height -= 1) {
    const filled = [...heights, height].sort((a, b) => a - b);
    const combination = group(filled);
    if (combination !== null) found.push({ combination, phoenix: rankAt(height) });
  }
  return found;
}

/** The Mah Jong is a 1 beside the ranks (T6). */
const heightOf = (card: Card): number => {
  const rank = rankOf(card);
  return rank === null ? 1 : numberOf(rank);
};

function single(card: Card, on: Combination | null): Combination {
  if (card === DOG) return { kind: 'dog' };
  if (card !== PHOENIX) return { kind: 'single', value: rankOf(card) ?? card };
  const under = on?.kind === 'single' ? on.value.replace('.5', '') : MAH_JONG;
  return { kind: 'single', value: `${under === DRAGON ? 'A' : under}.5` };
}

/** Four of a rank, or five or more in one suit: all natural (T8). */
function bomb(cards: readonly Card[], heights: readonly number[]): Combination | null {
  const top = rankAt(heights.at(-1) ?? 0);
  const suit = suitOf(cards[0] ?? '');
  if (top === null || suit === null) return null;
  if (cards.length === 4 && heights[0] === heights[3]) return { kind: 'four_bomb', rank: top };
  const oneSuit = cards.every((card) => suitOf(card) === suit);
  return cards.length >= 5 && oneSuit && isRun(heights)
    ? { kind: 'straight_bomb', top, length: cards.length }
    : null;
}

const isRun = (heights: readonly number[]): boolean =>
  heights.every((height, at) => at === 0 || height === (heights[at - 1] ?? 0) + 1);

/** What sorted heights are, whatever the suits; no bomb, for with the Phoenix there is none (T9). */
function group(heights: readonly number[]): Combination | null {
  const size = heights.length;
  const top = rankAt(heights.at(-1) ?? 0);
  const bottom = rankAt(heights[0] ?? 0);
  if (top === null) return null;
  if (size >= 5 && isRun(heights)) return { kind: 'straight', top, length: size };
  if (bottom === null) return null;
  const ranks = new Set(heights).size;
  if (ranks === 1 && size === 2) return { kind: 'pair', rank: top };
  if (ranks === 1 && size === 3) return { kind: 'triple', rank: top };
  if (ranks === 2 && size === 5) {
    const low = heights.filter((height) => height === heights[0]).length;
    if (low === 2) return { kind: 'full_house', triple: top, pair: bottom };
    if (low === 3) return { kind: 'full_house', triple: bottom, pair: top };
  }
  const firsts = heights.filter((_, at) => at % 2 === 0);
  const paired = size % 2 === 0 && firsts.every((height, at) => height === heights[2 * at + 1]);
  return paired && size >= 4 && isRun(firsts) ? { kind: 'stairs', top, pairs: size / 2 } : null;
}

/** How many cards a combination has. */
export function sizeOf(combination: Combination): number {
  switch (combination.kind) {
    case 'dog':
    case 'single':
      return 1;
    case 'pair':
      return 2;
    case 'triple':
      return 3;
    case 'four_bomb':
      return 4;
    case 'full_house':
      return 5;
    case 'straight':
    case 'straight_bomb':
      return combination.length;
    case 'stairs':
      return 2 * combination.pairs;
  }
}

export const isBomb = ({ kind }: Combination): boolean => kind === 'four_bomb' || kind === 'straight_bomb';

/** How high a single is: the Mah Jong 1, a rank 2 to 14, the Phoenix half above, the Dragon 15 (T9, T10). */
function valueOf(value: string): number {
  if (value === DRAGON) return ACE + 1;
  const under = value.replace('.5', '');
  return (under === MAH_JONG ? 1 : heightOf(`${under}j`)) + (value === under ? 0 : 0.5);
}

/** What compares with what, and how high it is within that (T7, T8). */
function strength(combination: Combination): readonly [kind: string, height: number] {
  switch (combination.kind) {
    case 'dog':
      return ['dog', 0];
    case 'single':
      return ['single', valueOf(combination.value)];
    case 'pair':
    case 'triple':
      return [combination.kind, numberOf(combination.rank)];
    case 'full_house':
      return ['full_house', numberOf(combination.triple)];
    case 'straight':
      return [`straight ${combination.length}`, numberOf(combination.top)];
    case 'stairs':
      return [`stairs ${combination.pairs}`, numberOf(combination.top)];
    case 'four_bomb':
      return ['bomb', 4 * 16 + numberOf(combination.rank)];
    case 'straight_bomb':
      return ['bomb', combination.length * 16 + numberOf(combination.top)];
  }
}

/** Whether a combination may be played on another (T7 to T10). */
export function beats(combination: Combination, on: Combination): boolean {
  const [kind, height] = strength(combination);
  const [otherKind, otherHeight] = strength(on);
  return kind === otherKind ? height > otherHeight : kind === 'bomb' && otherKind !== 'dog';
}

/** Whether two combinations are of one kind and length, so that only the height decides (T7). */
export const isLike = (a: Combination, b: Combination): boolean => strength(a)[0] === strength(b)[0];

/** The lowest rank of a run, `1` for the Mah Jong. */
export function bottomOf(top: Rank, ranks: number): Rank | '1' {
  return rankAt(numberOf(top) + 1 - ranks) ?? MAH_JONG;
}
