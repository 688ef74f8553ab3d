import { describe, expect, test } from 'vitest';
import { isMeld, judge } from './meld.ts';
import vectors from './melds.vectors.json';

interface Vector {
  readonly tiles: readonly string[];
  readonly verdict: string;
  readonly joker?: readonly string[];
}

const run = (colour: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${colour}${from + at}`);

/** The cases of the rules' page, in its order. */
const CASES: [tiles: string, verdict: string, joker?: string][] = [
  ['R5 B5 K5', 'set'],
  ['K5 R5 O5', 'set'],
  ['R5 B5', 'too_short'],
  ['', 'too_short'],
  ['R5 R5 B5', 'duplicate_colour'],
  ['R5 O5 B5 R5', 'duplicate_colour'],
  ['R5 R5 J', 'duplicate_colour'],
  ['R5 O5 B5 K5 J', 'set_too_long'],
  ['J R5 B5', 'set', 'O5 K5'],
  ['R5 J B5', 'set', 'O5 K5'],
  ['R5 O5 B5 J', 'set', 'K5'],
  ['R5 J J', 'too_many_jokers'],
  ['J J J', 'too_many_jokers'],
  ['R5 J J R8', 'too_many_jokers'],
  ['R5 B6 K7', 'mixed'],
  ['R5 B5 K6', 'mixed'],
  ['R5 R6 B6', 'mixed'],
  ['R12 R13 R1', 'wrap_around'],
  ['R13 R1 R2', 'wrap_around'],
  ['R13 J R2', 'wrap_around'],
  ['R3 R2 R1', 'not_ascending'],
  ['R6 R8 R7', 'not_ascending'],
  ['R5 R6 R8', 'gap'],
  ['R6 J R7', 'gap'],
  ['R5 J R8', 'gap'],
  ['R12 J R13', 'gap'],
  ['R5 R5 R6', 'duplicate_number'],
  ['J R6 R7', 'run', 'R5'],
  ['R6 R7 J', 'run', 'R8'],
  ['R6 J R8', 'run', 'R7'],
  ['J R12 R13', 'run', 'R11'],
  ['R11 R12 J', 'run', 'R13'],
  ['R1 R2 J', 'run', 'R3'],
  ['J R2 R3', 'run', 'R1'],
  ['R12 R13 J', 'joker_out_of_range'],
  ['J R1 R2', 'joker_out_of_range'],
  [run('R', 1, 13).join(' '), 'run'],
  [[...run('R', 1, 13), 'J'].join(' '), 'run_too_long'],
  [['J', ...run('R', 1, 13)].join(' '), 'run_too_long'],
  [['J', ...run('R', 2, 13)].join(' '), 'run', 'R1'],
  [[...run('R', 1, 6), 'J', ...run('R', 8, 13)].join(' '), 'run', 'R7'],
  [[...run('R', 1, 12), 'J'].join(' '), 'run', 'R13'],
];

function check({ tiles, verdict, joker }: Vector): void {
  const found = judge(tiles);
  expect(isMeld(found) ? found.kind : found.fault).toBe(verdict);
  if (joker !== undefined) expect(isMeld(found) ? found.joker : null).toEqual(joker);
}

describe('one meld (R3 to R7)', () => {
  test.each(CASES)('%s: %s', (tiles, verdict, joker) => {
    check({
      tiles: tiles === '' ? [] : tiles.split(' '),
      verdict,
      ...(joker === undefined ? {} : { joker: joker.split(' ') }),
    });
  });

  test('every verdict that the referee wrote itself', () => {
    expect(vectors.length).toBeGreaterThan(100);
    for (const vector of vectors) check(vector);
  });
});
