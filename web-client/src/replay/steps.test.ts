import { describe, expect, test } from 'vitest';
import type { Event, RummikubEvent, TichuEvent, Variant } from '../protocol/types.ts';
import { sorted } from './sort.ts';
import { stepsOf } from './steps.ts';

const RUMMIKUB: Variant = {
  game: 'rummikub',
  seats: 2,
  copies: 1,
  take_discard: true,
  reshuffles: 3,
  wrong_declaration: 'penalty',
  scoring: 'rounds',
  length: { rounds: 1 },
  turn_seconds: 0,
};
const TICHU: Variant = {
  game: 'tichu',
  length: { target: 1000 },
  tie: 'play_on',
  bomb_window_ms: 0,
  wish_bomb: true,
  wish_lead: false,
  late_call: true,
  partner_hand: false,
  turn_seconds: 0,
};

const rummikub = (...events: RummikubEvent[]) =>
  stepsOf(
    RUMMIKUB,
    events.map((event): Event => ({ of: 'rummikub', ...event })),
  ).map(({ table }) => {
    if (table.game !== 'rummikub') throw new Error('another game');
    return table.board;
  });

const tichu = (...events: TichuEvent[]) =>
  stepsOf(
    TICHU,
    events.map((event): Event => ({ of: 'tichu', ...event })),
  ).map(({ table }) => {
    if (table.game !== 'tichu') throw new Error('another game');
    return table.board;
  });

const DEALT: RummikubEvent = {
  kind: 'dealt',
  round: 1,
  starter: 0,
  racks: [
    ['R1', 'R2'],
    ['K5', 'K6'],
  ],
  pool: 26,
};

describe('Rummikub, step by step (ux-C26)', () => {
  test('a turn moves a tile from the pool to the rack and one to the discards (R8)', () => {
    const boards = rummikub(
      DEALT,
      { kind: 'took', seat: 0, from: 'pool', tile: 'B7' },
      { kind: 'threw', seat: 0, tile: 'R1' },
      { kind: 'took', seat: 1, from: 'discards', tile: 'R1' },
    );
    expect(boards.map(({ pool }) => pool)).toEqual([26, 25, 25, 25]);
    expect(boards.map(({ racks }) => racks[0]?.join(' '))).toEqual(['R1 R2', 'R1 R2 B7', 'R2 B7', 'R2 B7']);
    expect(boards.map(({ discards }) => discards.length)).toEqual([0, 0, 1, 0]);
    expect(boards.map(({ turn }) => turn)).toEqual([0, 0, 1, 1]);
    expect(boards.at(-1)?.racks[1]).toEqual(['K5', 'K6', 'R1']);
  });

  test('a rack that may not be known keeps its length and nothing else', () => {
    const boards = rummikub(
      { ...DEALT, racks: [['R1'], null] },
      { kind: 'took', seat: 1, from: 'pool' },
      { kind: 'threw', seat: 1, tile: 'K5' },
    );
    expect(boards.map(({ racks }) => racks[1]?.length)).toEqual([14, 15, 14]);
    expect(boards.at(-1)?.racks[1]?.every((tile) => tile === null)).toBe(true);
  });

  test('the discards but the last become the pool (R12), and a round adds its points', () => {
    const boards = rummikub(
      DEALT,
      { kind: 'threw', seat: 0, tile: 'R1' },
      { kind: 'threw', seat: 1, tile: 'K5' },
      { kind: 'reshuffled', pool: 1 },
      {
        kind: 'round_ended',
        result: {
          round: 1,
          winner: 1,
          layout: [['K1', 'K2', 'K3']],
          throw: 'K9',
          racks: [['R2'], []],
          points: [0, 1],
        },
      },
    );
    expect(boards[3]).toMatchObject({ pool: 1, discards: [{ seat: 1, tile: 'K5' }] });
    expect(boards[4]).toMatchObject({ totals: [0, 1], turn: null });
  });

  test('a rack is shown in order, with the tile just taken at its end', () => {
    expect(sorted(['K2', null, 'R9', 'R3', 'R3'], 'R3')).toEqual(['R3', 'R9', 'K2', 'R3', null]);
  });
});

describe('Tichu, step by step (ux-C26)', () => {
  const deal: TichuEvent[] = [
    { kind: 'dealt', round: 1, cards: [['2j', '3j'], ['4j'], null, ['6j']], count: 8 },
    { kind: 'answered', seat: 0, grand: false },
    { kind: 'grand_revealed', callers: [3] },
    { kind: 'dealt', round: 1, cards: [['1'], ['D'], null, ['P']], count: 6 },
  ];

  test('hands grow by both deals; what nobody sees makes no step', () => {
    const boards = tichu(...deal);
    expect(boards).toHaveLength(3);
    expect(boards.at(-1)).toMatchObject({
      hands: [['2j', '3j', '1'], ['4j', 'D'], null, ['6j', 'P']],
      counts: [14, 14, 14, 14],
      calls: [null, null, null, 'grand'],
    });
  });

  test('cards change hands, are played, and the trick lies until the next lead', () => {
    const boards = tichu(
      ...deal,
      {
        kind: 'exchanged',
        given: [{ left: '2j', partner: '3j', right: '1' }, null, null, null],
        received: [{ left: 'Aj', partner: 'As', right: 'Ap' }, null, null, null],
        leader: 0,
      },
      { kind: 'played', seat: 0, cards: ['Aj'], combination: { kind: 'single', value: 'A' } },
      { kind: 'passed', seat: 1 },
      { kind: 'trick_taken', seat: 0, points: 5 },
      { kind: 'played', seat: 0, cards: ['As'], combination: { kind: 'single', value: 'A' }, wish: '8' },
    );
    const last = boards.at(-1);
    expect(boards.at(-2)).toMatchObject({ taker: 0, won: [5, 0, 0, 0], trick: [{ seat: 0, cards: ['Aj'] }] });
    expect(last).toMatchObject({ hands: [['Ap'], ['4j', 'D'], null, ['6j', 'P']], wish: '8', taker: null });
    expect(last?.trick.map(({ cards }) => cards)).toEqual([['As']]);
    expect(last?.counts).toEqual([12, 14, 14, 14]);
  });
});
