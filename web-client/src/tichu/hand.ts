/**
 * The order of a hand: by rank, by combination, or as the player laid it (ux-T2).
 *
 * Invariants: an order never adds, drops or doubles a card; the manual order is the player's own, and the server's
 * hand is folded in without moving a card that stays.
 */
import type { Card } from '../protocol/types.ts';
import { DOG, DRAGON, MAH_JONG, numberOf, PHOENIX, rankOf, sorted, suitOf, SUITS } from './card.ts';

export const ORDERS = ['rank', 'combination', 'manual'] as const;
export type Order = (typeof ORDERS)[number];

/** The hand in stretches that belong together; by rank and by hand it is one. */
export function arrange(hand: readonly Card[], order: Order, manual: readonly Card[]): Card[][] {
  switch (order) {
    case 'rank':
      return [sorted(hand)];
    case 'combination':
      return combinations(hand);
    case 'manual':
      return [reconcile(manual, hand)];
  }
}

/** The manual order with the hand as it is now: what stays keeps its place, new cards come last, sorted. */
export function reconcile(manual: readonly Card[], hand: readonly Card[]): Card[] {
  const kept = manual.filter((card) => hand.includes(card));
  return [...kept, ...sorted(hand.filter((card) => !kept.includes(card)))];
}

/** Moves a card so that it stands at `to`, counted among the others. */
export function moveTo(cards: readonly Card[], card: Card, to: number): Card[] {
  const others = cards.filter((other) => other !== card);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, card);
}

/** Moves the chosen cards one place left or right as far as there is room, none past another chosen one. */
export function nudge(cards: readonly Card[], chosen: ReadonlySet<Card>, by: 1 | -1): Card[] {
  if (by === 1) return nudge(cards.toReversed(), chosen, -1).toReversed();
  const next = [...cards];
  for (let at = 1; at < next.length; at += 1) {
    const [before, here] = [next[at - 1], next[at]];
    if (before === undefined || here === undefined || !chosen.has(here) || chosen.has(before)) continue;
    next[at - 1] = here;
    next[at] = before;
  }
  return next;
}

/** The hand in few combinations: one-suit bombs, then the split of the rest with the fewest plays; specials apart. */
export function combinations(hand: readonly Card[]): Card[][] {
  const natural = sorted(hand.filter((card) => rankOf(card) !== null));
  const bombs = suitRuns(natural);
  const inBombs = new Set(bombs.flat());
  const lanes: Card[][] = Array.from({ length: 15 }, () => []);
  for (const card of natural) if (!inBombs.has(card)) lanes[heightOf(card)]?.push(card);
  if (hand.includes(MAH_JONG)) lanes[1]?.push(MAH_JONG);

  const groups = deal(split(lanes.map((lane) => lane.length)), lanes);
  const wide = groups.filter((group) => group.length > 1).sort((a, b) => a.length - b.length);
  const taken = new Set([...wide, ...bombs].flat());
  const single = (cards: readonly Card[]): Card[] =>
    sorted(hand.filter((card) => cards.includes(card) && !taken.has(card)));
  const ends = [single([DOG, MAH_JONG]), single(natural), single([PHOENIX, DRAGON])] as const;
  return [ends[0], ends[1], ...wide, ...bombs, ends[2]].filter((group) => group.length > 0);
}

const heightOf = (card: Card): number => {
  const rank = rankOf(card);
  return rank === null ? 1 : numberOf(rank);
};

/** The longest runs of five or more in one suit. */
function suitRuns(natural: readonly Card[]): Card[][] {
  return SUITS.flatMap((suit) => {
    const runs: Card[][] = [];
    for (const card of natural.filter((held) => suitOf(held) === suit)) {
      const run = runs.at(-1);
      const last = run?.at(-1);
      if (run && last && heightOf(last) + 1 === heightOf(card)) run.push(card);
      else runs.push([card]);
    }
    return runs.filter((run) => run.length >= 5);
  });
}

/** A combination by heights: `width` cards of each from `from` on. */
interface Shape {
  readonly from: number;
  readonly ranks: number;
  readonly width: number;
}

/** How cards of these counts by height are played in the fewest plays; a triple takes a pair along. */
function split(counts: readonly number[]): readonly Shape[] {
  interface Best {
    readonly shapes: readonly Shape[];
    readonly triples: number;
    readonly pairs: number;
  }
  const known = new Map<string, Best>();
  const plays = ({ shapes, triples, pairs }: Best): number => shapes.length - Math.min(triples, pairs);

  const solve = (left: readonly number[]): Best => {
    const from = left.findIndex((count) => count > 0);
    if (from < 0) return { shapes: [], triples: 0, pairs: 0 };
    const key = left.join(' ');
    const before = known.get(key);
    if (before) return before;
    let best: Best | null = null;
    for (const shape of shapesAt(left, from)) {
      const rest = solve(left.map((count, at) => (covers(shape, at) ? count - shape.width : count)));
      const found: Best = {
        shapes: [shape, ...rest.shapes],
        triples: rest.triples + (shape.ranks === 1 && shape.width === 3 ? 1 : 0),
        pairs: rest.pairs + (shape.ranks === 1 && shape.width === 2 ? 1 : 0),
      };
      if (best === null || plays(found) < plays(best)) best = found;
    }
    const solved = best ?? { shapes: [], triples: 0, pairs: 0 };
    known.set(key, solved);
    return solved;
  };
  return solve(counts).shapes;
}

const covers = ({ from, ranks }: Shape, at: number): boolean => at >= from && at < from + ranks;

/** What can begin at the lowest height: groups of one rank first, then straights, then stairs. */
function shapesAt(left: readonly number[], from: number): Shape[] {
  const shapes: Shape[] = [];
  for (let width = left[from] ?? 0; width >= 1; width -= 1) shapes.push({ from, ranks: 1, width });
  for (const [width, shortest] of [
    [1, 5],
    [2, 2],
  ] as const) {
    let ranks = 0;
    while ((left[from + ranks] ?? 0) >= width) {
      ranks += 1;
      if (ranks >= shortest) shapes.push({ from, ranks, width });
    }
  }
  return shapes;
}

/** Puts cards into shapes. */
function deal(shapes: readonly Shape[], lanes: readonly Card[][]): Card[][] {
  const left = lanes.map((lane) => [...lane]);
  return shapes.map(({ from, ranks, width }) =>
    Array.from({ length: ranks }, (_, step) => left[from + step]?.splice(0, width) ?? []).flat(),
  );
}
