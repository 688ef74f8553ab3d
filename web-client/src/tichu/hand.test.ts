import { describe, expect, test } from 'vitest';
import { DECK, sameCards } from './card.ts';
import { arrange, combinations, moveTo, nudge, ORDERS, reconcile } from './hand.ts';
import { cards } from './sample.ts';

const show = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => group.join(' ')).join(' | ');

/** A repeatable sequence of numbers from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomHand(random: () => number): string[] {
  const deck = [...DECK];
  return Array.from(
    { length: 1 + Math.floor(random() * 14) },
    () => deck.splice(Math.floor(random() * deck.length), 1)[0] ?? '',
  );
}

describe('combination order', () => {
  test.each([
    ['9j 9s 5j', '5j | 9j 9s'],
    ['2j 3s 4p 5t 6j', '2j 3s 4p 5t 6j'],
    ['1 2s 3s 4p 5t', '1 2s 3s 4p 5t'],
    ['5j 5s 5p 5t Aj', 'Aj | 5j 5s 5p 5t'],
    ['5j 6j 7j 8j 9j 9s', '9s | 5j 6j 7j 8j 9j'],
    ['3j 3s 4j 4s Kj', 'Kj | 3j 3s 4j 4s'],
    ['D 1 2j P R', 'D 1 | 2j | P R'],
    ['7j 7s 7p 2j 2s', '2j 2s | 7j 7s 7p'],
  ])('%s', (hand, expected) => {
    expect(show(combinations(cards(hand)))).toBe(expected);
  });
});

test('no order adds, drops or doubles a card', () => {
  const random = seeded(7);
  for (let round = 0; round < 300; round += 1) {
    const hand = randomHand(random);
    for (const order of ORDERS) {
      expect(sameCards(arrange(hand, order, randomHand(random)).flat(), hand)).toBe(true);
    }
  }
});

test('the manual order keeps what stays and puts new cards last (ux-T2)', () => {
  expect(reconcile(cards('9j 2s Kp'), cards('2s Kp Aj 3j'))).toEqual(cards('2s Kp 3j Aj'));
});

test.each([
  [0, 'Kp 2j 3j 4j'],
  [2, '2j 3j Kp 4j'],
  [9, '2j 3j 4j Kp'],
])('a card moves to place %i among the others', (to, expected) => {
  expect(moveTo(cards('2j Kp 3j 4j'), 'Kp', to)).toEqual(cards(expected));
});

test.each([
  ['3j', -1, '3j 2j 4j 5j'],
  ['3j 4j', -1, '3j 4j 2j 5j'],
  ['2j 3j', -1, '2j 3j 4j 5j'],
  ['3j', 1, '2j 4j 3j 5j'],
  ['2j 5j', 1, '3j 2j 4j 5j'],
] as const)('%s moves by %i', (chosen, by, expected) => {
  expect(nudge(cards('2j 3j 4j 5j'), new Set(cards(chosen)), by)).toEqual(cards(expected));
});
