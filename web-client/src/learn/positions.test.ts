import { expect, test } from 'vitest';
import { POSITIONS } from './positions.ts';

/** The words of the lines that begin so, without what the line is about. */
const words = (text: string, ...parts: string[]): string[] =>
  text
    .split('\n')
    .filter((line) => parts.some((part) => line.startsWith(part)))
    .flatMap((line) => line.split(' ').slice(line.startsWith('pool') ? 1 : 2));

test('each of the 54 tiles lies once in the guided round of Rummikub (R1)', () => {
  const tiles = words(POSITIONS.rummikub, 'rack', 'pool');
  expect(tiles).toHaveLength(54);
  expect(new Set(tiles).size).toBe(53);
  expect(tiles.filter((tile) => tile === 'J')).toHaveLength(2);
});

test('each of the 56 cards is dealt once in the guided round of Tichu, eight and six to a seat (T1, T2)', () => {
  const cards = words(POSITIONS.tichu, 'hand', 'next');
  expect(cards).toHaveLength(56);
  expect(new Set(cards).size).toBe(56);
  for (const seat of [0, 1, 2, 3]) {
    expect(words(POSITIONS.tichu, `hand ${seat}`)).toHaveLength(8);
    expect(words(POSITIONS.tichu, `next ${seat}`)).toHaveLength(6);
  }
});
