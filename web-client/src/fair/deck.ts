/**
 * From a seed to an order of cards: the words of a stream, numbers without bias, and the shuffle.
 *
 * Invariant: the same seed and stream give the same order here and on the server; `deck.test.ts` holds both to the same
 * vectors.
 */
import type { Card, RummikubVariant, Tile } from '../protocol/types.ts';
import { keyed, word, type Seed } from './hash.ts';

const RANKS = '23456789TJQKA';
const SUITS = 'jspt';
const COLOURS = 'ROBK';
const NUMBERS = 13;

/** Tiles in a rack between turns (R2). */
const RACK = 14;
const TICHU_SEATS = 4;

/** A stream of uniform numbers: number 0 is for the deal, the others for the reshuffles of the round. */
export class Stream {
  readonly #seed: Seed;
  readonly #number: number;
  #counter = 0;
  #block: DataView = new DataView(new ArrayBuffer(0));
  #used = 0;

  constructor(seed: Seed, number: number) {
    this.#seed = seed;
    this.#number = number;
  }

  /** A uniform number below `bound`: words over its last multiple are refused. */
  below(bound: number): number {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const next = this.#word();
      if (next < limit) return next % bound;
    }
  }

  #word(): number {
    if (this.#used === this.#block.byteLength) {
      const block = keyed(this.#seed, 'parlour/stream/v1', word(this.#number), word(this.#counter));
      this.#block = new DataView(block.buffer, block.byteOffset, block.byteLength);
      this.#counter += 1;
      this.#used = 0;
    }
    const next = this.#block.getUint32(this.#used);
    this.#used += 4;
    return next;
  }
}

/** The deck in the order that follows from the stream: Fisher and Yates, from the end. */
export function shuffled<T>(deck: readonly T[], stream: Stream): T[] {
  const cards = [...deck];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
  }
  return cards;
}

/** All tiles of a game, sorted (R1). */
export function tiles(copies: number): Tile[] {
  const numbered = [...COLOURS].flatMap((colour) =>
    Array.from({ length: NUMBERS }, (_, index) => `${colour}${index + 1}`),
  );
  return [...numbered.flatMap((tile) => Array.from({ length: copies }, () => tile)), 'J', 'J'];
}

/** All cards, sorted (T1). */
export function cards(): Card[] {
  const naturals = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => `${rank}${suit}`));
  return ['D', '1', ...naturals, 'P', 'R'];
}

/** What the seats of Rummikub hold after the deal, the pool from its top on, and who begins a first round (R2). */
export interface RummikubDeal {
  readonly racks: readonly (readonly Tile[])[];
  readonly pool: readonly Tile[];
  readonly starter: number;
}

export function dealRummikub(
  seed: Seed,
  { seats, copies }: Pick<RummikubVariant, 'seats' | 'copies'>,
): RummikubDeal {
  const stream = new Stream(seed, 0);
  const deck = shuffled(tiles(copies), stream);
  const racks = Array.from({ length: seats }, (_, seat) => deck.slice(seat * RACK, (seat + 1) * RACK));
  return { racks, pool: deck.slice(seats * RACK), starter: stream.below(seats) };
}

/** The pool that the discards become, but for the last (R12); `stream` counts the reshuffles of the round from 1. */
export function reshuffle(seed: Seed, stream: number, discards: readonly Tile[]): Tile[] {
  return shuffled(discards, new Stream(seed, stream));
}

/** The eight cards of each seat of Tichu, and the six that follow (T2). */
export interface TichuDeal {
  readonly first: readonly (readonly Card[])[];
  readonly next: readonly (readonly Card[])[];
}

export function dealTichu(seed: Seed): TichuDeal {
  const deck = shuffled(cards(), new Stream(seed, 0));
  const hands = (from: number, count: number): Card[][] =>
    Array.from({ length: TICHU_SEATS }, (_, seat) =>
      deck.slice(from + seat * count, from + (seat + 1) * count),
    );
  return { first: hands(0, 8), next: hands(TICHU_SEATS * 8, 6) };
}
