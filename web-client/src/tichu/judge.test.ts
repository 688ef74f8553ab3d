import { describe, expect, test } from 'vitest';
import type { TichuView } from '../protocol/types.ts';
import { bombsIn, boundBy, judge, legalBombs, mayPass, nextLeader, tichuCall } from './judge.ts';
import { cards, combinationsIn, exchanging, legalFor, sampleView, steps } from './sample.ts';
import { DECK, RANKS, sorted } from './card.ts';
import { readingName } from './words.ts';

/** The verdict in one line. */
function verdict(raised: string, change: Partial<TichuView>): string {
  const view = sampleView(change);
  const found = judge(cards(raised), view, view.seat, boundBy(view, view.seat));
  if (found.kind === 'nothing') return 'nothing';
  if (found.kind === 'illegal') return found.reason;
  return `${found.kind}: ${found.readings.map(readingName).join(' or ')}`;
}

const on = (...played: string[]): Partial<TichuView> => ({
  phase: { phase: 'turn', turn: 0, trick: steps(...played) },
});
const hand = (text: string): Partial<TichuView> => ({ hand: cards(text) });

describe('what is raised', () => {
  test.each<[string, string, Partial<TichuView>]>([
    ['', 'nothing', {}],
    ['5j 5s', 'legal: Pair of fives', {}],
    ['5j 7t', 'not_a_combination', {}],
    ['5j 6p 7t 8j 9s', 'legal: Straight 5–9', {}],
    ['5j P', 'legal: Pair of fives (Phoenix 5)', {}],
    ['5j 5s', 'does_not_beat', on('3: 6j 6s')],
    ['9s 9p', 'legal: Pair of nines', on('3: 6j 6s')],
    ['Aj', 'wrong_kind', on('3: 6j 6s')],
    ['D', 'dog_only_as_lead', { ...hand('D 2j'), ...on('3: 6j') }],
    ['P', 'legal: Phoenix, 6½', on('3: 6j')],
    ['P', 'does_not_beat', on('3: R')],
    // T9: two readings are legal, so the picker must ask (ux-T4).
    [
      '5j 5s 9s 9p P',
      'legal: Full house, nines over fives (Phoenix 9) or Full house, fives over nines (Phoenix 5)',
      {},
    ],
    // T9: only the higher one beats what lies.
    ['5j 5s 9s 9p P', 'legal: Full house, nines over fives (Phoenix 9)', on('3: 8s 8p 8t 2j 2s')],
    // T19
    ['Aj', 'wish_must_be_played', { ...on('3: 5p'), wish: '9' }],
    ['9s', 'legal: Single nine', { ...on('3: 5p'), wish: '9' }],
    ['Aj', 'legal: Single ace', { ...on('3: Tj'), wish: '9' }],
    // T11, T15
    ['9s 9p', 'not_your_turn', { phase: { phase: 'turn', turn: 1, trick: steps('0: 4j 4s') } }],
    ['5j 5s', 'wrong_phase', { phase: exchanging() }],
  ])('%s is %s', (raised, expected, change) => {
    expect(verdict(raised, change)).toBe(expected);
  });

  test('a bomb may fall out of turn (T15, ux-T10)', () => {
    const change = {
      ...hand('9j 9s 9p 9t 2j'),
      phase: { phase: 'turn', turn: 2, trick: steps('1: Aj As') },
    } as const;
    expect(verdict('9j 9s 9p 9t', change)).toBe('legal: Bomb: four nines');
    expect(legalBombs(sampleView(change), 0, null).map((bomb) => bomb.cards)).toEqual([cards('9j 9s 9p 9t')]);
  });

  test('in the bomb window only the next leader can queue a play (ux-T10)', () => {
    const window = (owner: number): Partial<TichuView> => ({
      phase: { phase: 'bomb_window', trick: steps(`${owner}: Aj`) },
    });
    expect(verdict('5j 5s', window(0))).toBe('queue: Pair of fives');
    expect(verdict('5j 5s', window(1))).toBe('not_your_turn');
    expect(verdict('5j 5s', { ...window(3), out: [3] })).toBe('queue: Pair of fives');
  });
});

test('the owner leads next, or the next seat with cards (T12)', () => {
  const view = (out: number[]): TichuView =>
    sampleView({ phase: { phase: 'bomb_window', trick: steps('1: Aj') }, out });
  expect(nextLeader(view([]))).toBe(1);
  expect(nextLeader(view([1, 2]))).toBe(3);
});

describe('the wish binds (T19)', () => {
  test.each<[string, Partial<TichuView>, string | null]>([
    ['5p lies, hand holds 9', { ...on('3: 5p'), wish: '9' }, '9'],
    ['10 lies, hand holds 9', { ...on('3: Tp'), wish: '9' }, null],
    ['hand holds no Q', { ...on('3: 5p'), wish: 'Q' }, null],
    ['as a lead', { wish: '9' }, '9'],
    ['as a lead without it', { wish: 'Q' }, null],
    ['no wish', on('3: 5p'), null],
    ['another one’s turn', { phase: { phase: 'turn', turn: 1, trick: steps('0: 5j') }, wish: '9' }, null],
  ])('%s', (_, change, expected) => {
    const view = sampleView(change);
    expect(boundBy(view, view.seat)).toBe(expected);
  });
});

test.each([
  ['9j 9s 9p 9t', ['9j 9s 9p 9t']],
  ['9j 9s 9p P', []],
  ['5j 6j 7j 8j 9j', ['5j 6j 7j 8j 9j']],
  ['5j 6j 7j 8j 9s', []],
  ['Tj Jj Qj Kj Aj', ['Tj Jj Qj Kj Aj']],
  ['1 2j 3j 4j 5j', []],
  ['5j 6j 7j 8j 9j Tj 2j 2s 2p 2t', ['2j 2s 2p 2t', '5j 6j 7j 8j 9j', '6j 7j 8j 9j Tj', '5j 6j 7j 8j 9j Tj']],
])('the bombs of %s, the weakest first (T8)', (text, expected) => {
  expect(bombsIn(cards(text)).map((bomb) => bomb.cards.join(' '))).toEqual(expected);
});

test.each<[Partial<TichuView>, string]>([
  [{}, 'now'],
  [{ phase: exchanging() }, 'now'],
  [{ phase: { phase: 'turn', turn: 2, trick: { steps: [] } } }, 'now'],
  [{ phase: { phase: 'grand', answered: [] } }, 'later'],
  [{ played: [0] }, 'never'],
  [{ calls: ['grand', null, null, null] }, 'never'],
  [{ calls: [null, null, 'tichu', null] }, 'now'],
  [{ out: [1] }, 'now'],
  [{ out: [1], variant: { ...sampleView().variant, late_call: false } }, 'never'],
  [{ phase: { phase: 'between' } }, 'never'],
])('tichu in %j: %s (T3)', (change, expected) => {
  expect(tichuCall(sampleView(change), 0)).toBe(expected);
});

/** A repeatable sequence of numbers from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('what may be done is what a search through every set of cards finds (T7, T11, T15, T19, T20)', () => {
  const random = seeded(3);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const deal = (count: number, deck: string[]): string[] =>
    sorted(Array.from({ length: count }, () => deck.splice(Math.floor(random() * deck.length), 1)[0] ?? ''));
  let bindings = 0;
  for (let round = 0; round < 150; round += 1) {
    const deck = [...DECK];
    const hand = deal(4 + Math.floor(random() * 6), deck);
    // What lies is a combination of cards that somebody else holds.
    const led = pick(combinationsIn(deal(9, deck)).filter(({ held }) => !held.includes('D')));
    const trick = round % 5 === 0 ? { steps: [] } : steps(`3: ${led.held.join(' ')}`);
    const view = sampleView({
      hand,
      phase: { phase: 'turn', turn: pick([0, 0, 1]), trick },
      wish: pick([null, ...RANKS]),
      variant: { ...sampleView().variant, wish_bomb: pick([true, false]), wish_lead: pick([true, false]) },
    });
    const bound = boundBy(view, 0);
    if (bound !== null) bindings += 1;
    const expected = legalFor(view);
    const ours = combinationsIn(hand).flatMap(({ held }) => {
      const verdict = judge(held, view, 0, bound);
      return verdict.kind === 'legal'
        ? verdict.readings.map(({ phoenix }) => `${held.join(' ')} as ${phoenix}`)
        : [];
    });
    expect(ours.sort(), JSON.stringify(view)).toEqual(expected.plays.toSorted());
    expect(mayPass(view, 0, bound), JSON.stringify(view)).toBe(expected.pass);
  }
  expect(bindings).toBeGreaterThan(10);
});
