/**
 * A player of a browser test who decides by what the page shows: the hand, the top play and the wish.
 *
 * It plays whatever it can, the most cards on a lead and the least on a trick, so that a round is short.
 */
import type { Combination } from '../src/protocol/types.ts';
import { PHOENIX, rankOf } from '../src/tichu/card.ts';
import { beats, isBomb, readings } from '../src/tichu/combination.ts';

/** What the page shows to a player on turn. */
export interface Shown {
  readonly hand: readonly string[];
  /** The cards on top; none when the player leads. */
  readonly top: readonly string[];
  readonly wish: string | null;
}

interface Choice {
  readonly cards: string[];
  readonly cost: number;
}

/** The combination on top. A Phoenix alone is half above what lay below it, which its caption tells. */
function lying(top: readonly string[], caption: string): Combination | null {
  if (top.length === 0) return null;
  const half = /(\d+|[JQKA])½/.exec(caption)?.[1];
  if (top.length === 1 && top[0] === PHOENIX && half !== undefined) {
    return { kind: 'single', value: `${half === '10' ? 'T' : half}.5` };
  }
  return readings(top)[0]?.combination ?? null;
}

/** The cards to raise, or null for a pass. */
export function choose({ hand, top, wish }: Shown, caption: string): string[] | null {
  const on = lying(top, caption);
  const choices: Choice[] = [];
  for (let bits = 1; bits < 1 << hand.length; bits += 1) {
    const cards = hand.filter((_, at) => (bits >> at) & 1);
    if (on !== null && cards.length !== top.length && cards.length < 4) continue;
    const found = readings(cards, on).filter(({ combination }) => on === null || beats(combination, on));
    const [reading] = found;
    if (reading === undefined) continue;
    const bomb = isBomb(reading.combination) ? 100 : 0;
    const fulfils = wish !== null && cards.some((card) => rankOf(card) === wish);
    choices.push({ cards, cost: bomb - (fulfils ? 1000 : 0) + (on === null ? -cards.length : cards.length) });
  }
  choices.sort((a, b) => a.cost - b.cost);
  return choices[0]?.cards ?? null;
}
