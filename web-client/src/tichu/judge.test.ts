import { describe, expect, test } from 'vitest';
import type { TichuView } from '../protocol/types.ts';
import { boundBy, holdsBomb, judge, legalBombs, nextLeader, type Standing } from './judge.ts';
import { cards, promptFor, sampleView, steps, exchanging } from './sample.ts';
import { readingName } from './words.ts';

const standing = (change: Partial<TichuView>): Standing => {
  const view = sampleView(change);
  return { view, prompt: promptFor(view), me: view.seat };
};

/** The verdict in one line. */
function verdict(raised: string, change: Partial<TichuView>): string {
  const found = judge(cards(raised), standing(change));
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
    expect(legalBombs(standing(change).prompt).map((bomb) => bomb.cards)).toEqual([cards('9j 9s 9p 9t')]);
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
    expect(boundBy(standing(change))).toBe(expected);
  });
});

test.each([
  ['9j 9s 9p 9t', true],
  ['9j 9s 9p P', false],
  ['5j 6j 7j 8j 9j', true],
  ['5j 6j 7j 8j 9s', false],
  ['Tj Jj Qj Kj Aj', true],
  ['1 2j 3j 4j 5j', false],
])('%s holds a bomb: %s (T8)', (text, expected) => {
  expect(holdsBomb(cards(text))).toBe(expected);
});
