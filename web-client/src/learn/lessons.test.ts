import { expect, test } from 'vitest';
import type { Prompt, RummikubHint, RummikubView, View } from '../protocol/types.ts';
import { viewOf } from '../rummikub/fixtures.ts';
import { lessonFor, RUMMIKUB, TICHU } from './lessons.ts';
import { view as tichuView } from './sample.ts';

const prompt = (expects: Prompt['expects'], seats: number[] = [0]): Prompt => ({ number: 1, seats, expects });

const rummikub = (change: Partial<RummikubView>): View => ({
  game: 'rummikub',
  ...viewOf({ round: 1, rack: ['R1'], discards: [], totals: [0, 0], results: [], ...change }),
});

const throwing = { phase: { phase: 'throw', turn: 0, refused: 0 } } as Partial<RummikubView>;

test('a first turn of Rummikub is told step by step, each lesson once (R8, R3, R5)', () => {
  const given = new Set<string>();
  const told: string[] = [];
  for (const [view, asks] of [
    [rummikub({}), prompt('take')],
    [rummikub({ ...throwing, rack: ['J', 'R1'] }), prompt('throw')],
    [rummikub({ ...throwing, rack: ['J', 'R1'] }), prompt('throw')],
    [rummikub({ ...throwing, rack: ['J', 'R1'] }), prompt('throw')],
    [rummikub({ ...throwing, rack: ['J', 'R1'] }), prompt('throw')],
    [rummikub({ phase: { phase: 'take', turn: 1 } }), prompt('take', [1])],
    [rummikub({ discards: [{ seat: 1, tile: 'K4' }] }), prompt('take')],
    [rummikub({ phase: { phase: 'between' } }), prompt('ready')],
  ] as const) {
    const lesson = lessonFor(view, asks, 0, given);
    told.push(lesson?.key ?? '-');
    if (lesson !== null) given.add(lesson.key);
  }
  expect(told).toEqual(['take', 'sort', 'joker', 'throw', '-', 'wait', 'discard', 'end']);
});

test('declaring is told when the referee says that the rack is complete (R14)', () => {
  const hint = { distance: 0 } as RummikubHint;
  expect(lessonFor(rummikub(throwing), prompt('throw'), 0, new Set(), hint)?.key).toBe('declare');
  expect(lessonFor(rummikub(throwing), prompt('throw'), 0, new Set())?.key).toBe('sort');
});

test('a thrown joker is not offered (R11)', () => {
  const view = rummikub({ discards: [{ seat: 1, tile: 'J' }] });
  expect(lessonFor(view, prompt('take'), 0, new Set(['take']))).toBeNull();
});

test('Tichu is told from the first eight cards to the end (T2, T4, T5, T13, T3)', () => {
  const given = new Set<string>();
  const next = (view: View, asks: Prompt): string => {
    const lesson = lessonFor(view, asks, 0, given);
    if (lesson !== null) given.add(lesson.key);
    return lesson?.key ?? '-';
  };
  expect(next(tichuView({ phase: { phase: 'grand', answered: [] } }), prompt('grand'))).toBe('grand');
  expect(
    next(
      tichuView({ phase: { phase: 'exchange', submitted: [], left: [16, 16, 16, 16] } }),
      prompt('exchange'),
    ),
  ).toBe('exchange');
  const lead = tichuView({ hand: ['D', '1'], phase: { phase: 'turn', turn: 0, trick: { steps: [] } } });
  expect(next(lead, prompt('lead'))).toBe('lead');
  expect(next(lead, prompt('lead'))).toBe('dog');
  expect(next(lead, prompt('lead'))).toBe('call');
  expect(next(lead, prompt('bomb_window', []))).toBe('window');
  expect(next(tichuView({ phase: { phase: 'between' } }), prompt('ready'))).toBe('end');
});

test('every lesson cites the rules it is about', () => {
  for (const { rules } of [...RUMMIKUB, ...TICHU]) expect(rules).toMatch(/^[RT]\d+( [RT]\d+)*$/);
});
