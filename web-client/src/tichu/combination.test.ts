import { describe, expect, test } from 'vitest';
import type { Card, Combination, Rank } from '../protocol/types.ts';
import { beats, isBomb, readings } from './combination.ts';

/** `full_house A 9 as A`: a reading in one line. */
function show(cards: string, on?: Combination): string[] {
  return readings(cards.split(' '), on ?? null).map(({ combination, phoenix }) => {
    const text = Object.values(combination).join(' ');
    return phoenix === null ? text : `${text} as ${phoenix}`;
  });
}

describe('readings', () => {
  test.each([
    // T6
    ['9j', ['single 9']],
    ['9j 9s', ['pair 9']],
    ['9j 9s 9p', ['triple 9']],
    ['9j 9s 9p 5j 5s', ['full_house 9 5']],
    ['9j 9s 5p 5j 5s', ['full_house 5 9']],
    ['1 2j 3s 4p 5t', ['straight 5 5']],
    ['1 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj', ['straight A 14']],
    ['3j 3s 4p 4t', ['stairs 4 2']],
    ['3j 3s 4p 4t 5j 5s', ['stairs 5 3']],
    ['9j 8s', []],
    ['Aj 2s 3p 4t 5j', []],
    ['4j 4s 4p 5t 5j 5s', []],
    ['1 2j 3j 4j', []],
    ['2j 2s 3p 3t 5j 5s', []],
    ['2j 2s 2p 3p 4p 5p', []],
    // T8
    ['9j 9s 9p 9t', ['four_bomb 9']],
    ['5j 6j 7j 8j 9j', ['straight_bomb 9 5']],
    ['5j 6j 7j 8j P', ['straight 9 5 as 9', 'straight 8 5 as 4']],
    ['1 2j 3j 4j 5j', ['straight 5 5']],
    // T9
    ['P', ['single 1.5']],
    ['5j P', ['pair 5 as 5']],
    ['5j 5s P', ['triple 5 as 5']],
    ['Jj Js Jp P', []],
    ['3j 3s 3p 3t P', []],
    ['1 P', []],
    ['5j 5s 5p 1 P', []],
    ['1 P 2j 2s', []],
    ['2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj P', []],
    ['Js Qp Kt Aj P', ['straight A 5 as T']],
    ['Tj Js Qp Kt P', ['straight A 5 as A', 'straight K 5 as 9']],
    ['P 2j 3s 4p 5t', ['straight 6 5 as 6']],
    ['P 1 2j 3s 4p', ['straight 5 5 as 5']],
    ['2j 3s P 5p 6t', ['straight 6 5 as 4']],
    ['Aj As P 9j 9s', ['full_house A 9 as A', 'full_house 9 A as 9']],
    ['Aj As Ap P 9s', ['full_house A 9 as 9']],
    ['3j P 4p 4t', ['stairs 4 2 as 3']],
    ['3j 3s 4p 4t 5j P', ['stairs 5 3 as 5']],
    // T10
    ['R', ['single R']],
    ['D', ['dog']],
    ['D P', []],
    ['R 9j', []],
  ] as const)('%s', (cards, expected) => {
    expect(show(cards)).toEqual(expected);
  });

  test('the Phoenix alone is half above what lies, and no more than that on the Dragon (T9)', () => {
    expect(show('P', { kind: 'single', value: '8' })).toEqual(['single 8.5']);
    expect(show('P', { kind: 'single', value: '1' })).toEqual(['single 1.5']);
    expect(show('P', { kind: 'single', value: 'R' })).toEqual(['single A.5']);
    expect(show('P', { kind: 'pair', rank: '8' })).toEqual(['single 1.5']);
  });

  test('the order in which cards are raised does not matter', () => {
    expect(show('5t 1 4p 2j 3s')).toEqual(['straight 5 5']);
    expect(show('9j 5s 9s 5j 9p')).toEqual(['full_house 9 5']);
  });
});

describe('what beats what', () => {
  const one = (cards: string, on?: Combination): Combination => {
    const [reading] = readings(cards.split(' '), on ?? null);
    if (reading === undefined) throw new Error(`${cards} is nothing`);
    return reading.combination;
  };

  test.each([
    // T7
    ['6j', 'Js', true],
    ['Js', '6j', false],
    ['6j', '6s', false],
    ['Qj Qs Qp Aj As', 'Kj Ks Kp 2j 2s', true],
    ['2j 3s 4p 5t 6j', '3j 4s 5p 6t 7j 8s', false],
    ['2j 3s 4p 5t 6j', '3j 4s 5p 6t 7j', true],
    ['5j 5s 6p 6t', '7j 7s 8p 8t 9j 9s', false],
    ['6j 6s', '7j', false],
    // T8
    ['5j 5s 5p 5t', '6j 6s 6p 6t', true],
    ['Aj As Ap At', '2j 3j 4j 5j 6j', true],
    ['Tj Jj Qj Kj Aj', '2s 3s 4s 5s 6s 7s', true],
    ['5j 6j 7j 8j 9j', '5t 6t 7t 8t 9t', false],
    ['R', '2j 2s 2p 2t', true],
    ['D', '2j 2s 2p 2t', false],
    // T9, T10
    ['8j', 'P', true],
    ['Aj', 'P', true],
    ['R', 'P', false],
    ['Aj', 'R', true],
    ['P', '2j', true],
    ['P', '1', false],
    ['2j', 'D', false],
  ])('on %s: %s – %s', (on, cards, expected) => {
    const lies = one(on);
    expect(beats(one(cards, lies), lies)).toBe(expected);
  });

  test('the Phoenix on 8 is beaten by 9 and not by 8 (T9)', () => {
    const phoenix = one('P', one('8j'));
    expect(beats(one('8s'), phoenix)).toBe(false);
    expect(beats(one('9s'), phoenix)).toBe(true);
  });

  test('bombs are known (T8)', () => {
    expect(isBomb(one('5j 5s 5p 5t'))).toBe(true);
    expect(isBomb(one('5j 6j 7j 8j 9j'))).toBe(true);
    expect(isBomb(one('5j 6s 7j 8j 9j'))).toBe(false);
  });
});

interface Vector {
  readonly cards: Card[];
  readonly readings: readonly (Combination & { readonly phoenix?: Rank })[];
}

/** Readings that the referee wrote itself; see crates/protocol/tests/vectors.rs. */
const written = import.meta.glob<Vector[]>('./readings.vectors.json', { eager: true, import: 'default' });

describe("the referee's readings", () => {
  test('are ours', () => {
    const cases = Object.values(written).flat();
    expect(cases.length).toBeGreaterThan(100);
    for (const { cards, readings: expected } of cases) {
      const ours = readings(cards).map(({ combination, phoenix }) => ({ ...combination, phoenix }));
      const theirs = expected.map((reading) => ({ ...reading, phoenix: reading.phoenix ?? null }));
      expect(ours, cards.join(' ')).toEqual(theirs);
    }
  });
});
