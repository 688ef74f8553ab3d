import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import vectors from '../../../docs/fair-shuffles.vectors.json';
import type { GameKind } from '../protocol/types.ts';
import { cards, dealRummikub, dealTichu, reshuffle, Stream, tiles } from './deck.ts';
import { commitmentOf, drawNonce, hashOf, mix } from './hash.ts';

const sorted = (words: readonly string[] = []): string[] => [...words].sort();

describe('the vectors that every verifier must compute', () => {
  test.each(vectors.commitments)('commitment $commitment', ({ secret, commitment }) => {
    expect(commitmentOf(secret)).toBe(commitment);
  });

  test.each(vectors.hashes)('hash $hash', ({ room, round, seat, nonce, hash }) => {
    expect(hashOf(room, round, seat, nonce)).toBe(hash);
  });

  test.each(vectors.seeds)('seed $seed', ({ secret, game, room, round, nonces, seed }) => {
    expect(bytesToHex(mix(secret, game as GameKind, room, round, nonces))).toBe(seed);
  });

  test.each(vectors.words)('words of stream $stream of $seed', ({ seed, stream, words }) => {
    const drawn = new Stream(hexToBytes(seed), stream);
    expect(words.map(() => drawn.below(2 ** 32))).toEqual(words);
  });

  test.each(vectors.numbers)('numbers below $below', ({ seed, stream, below, numbers }) => {
    const drawn = new Stream(hexToBytes(seed), stream);
    expect(numbers.map(() => drawn.below(below))).toEqual(numbers);
  });

  test.each(vectors.decks)('the deck of $game', ({ copies, deck }) => {
    expect(copies === undefined ? cards() : tiles(copies)).toEqual(deck);
  });

  test.each(vectors.deals)('a deal of $game from $seed', (deal) => {
    const seed = hexToBytes(deal.seed);
    if (deal.game === 'tichu') {
      const { first, next } = dealTichu(seed);
      expect(first.map(sorted)).toEqual(deal.first?.map(sorted));
      expect(next.map(sorted)).toEqual(deal.next?.map(sorted));
      return;
    }
    const dealt = dealRummikub(seed, { seats: deal.seats ?? 0, copies: deal.copies ?? 0 });
    expect(dealt.racks.map(sorted)).toEqual(deal.racks?.map(sorted));
    expect(dealt.pool).toEqual(deal.pool);
    expect(dealt.starter).toBe(deal.first_starter);
  });

  test.each(vectors.reshuffles)('reshuffle $stream', ({ seed, stream, discards, pool }) => {
    expect(reshuffle(hexToBytes(seed), stream, discards)).toEqual(pool);
  });
});

test('a nonce is 32 bytes of chance', () => {
  const [one, other] = [drawNonce(), drawNonce()];
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(one).not.toBe(other);
});
