/** Both tables in every phase, and at their fullest: what the staged tests look at. */
import type { RummikubView, Seat, TichuView } from '../src/protocol/types.ts';
import { holding, roomOf, viewOf } from '../src/rummikub/fixtures.ts';
import { cards, exchanging, sampleRoom, sampleView, steps } from '../src/tichu/sample.ts';
import type { Scene } from './stage.ts';

const THROWN = [
  { seat: 0, tile: 'B8' },
  { seat: 1, tile: 'R11' },
  { seat: 2, tile: 'K3' },
  { seat: 3, tile: 'O13' },
  { seat: 0, tile: 'R9' },
  { seat: 1, tile: 'B5' },
  { seat: 2, tile: 'O2' },
  { seat: 3, tile: 'K6' },
];

/** A Rummikub table of four. */
export const four = (view: RummikubView): RummikubView => ({
  ...view,
  variant: { ...view.variant, seats: 4 },
  counts: [view.rack?.length ?? 14, 14, 14, 14],
  totals: [12, 0, -25, 31],
  discards: THROWN,
});

const won = {
  round: 2,
  winner: 0,
  layout: [
    ['R1', 'R2', 'R3'],
    ['B1', 'B2', 'B3', 'B4'],
    ['K7', 'R7', 'O7'],
    ['K9', 'K10', 'K11', 'K12'],
  ],
  throw: 'J',
  racks: [[], 'R4 R5 B6 B7 K1 K2 O3 O4 O5 R12 R13 J B9 B10'.split(' ')],
  points: [1, 0],
};

export const RUMMIKUB: Readonly<Record<string, () => RummikubView>> = {
  take: () => four(viewOf()),
  throw: () => four(holding('J')),
  'the other takes': () => viewOf({ phase: { phase: 'take', turn: 1 } }),
  'the other throws': () =>
    viewOf({ phase: { phase: 'throw', turn: 1, from_discards: 'R11', refused: 0 }, counts: [14, 15] }),
  watching: () => four(viewOf({ seat: null, rack: null })),
  'round over': () => viewOf({ phase: { phase: 'between' }, results: [won] }),
  'match over': () => viewOf({ phase: { phase: 'over', winners: [0] }, results: [won] }),
};

export const onTurn = (turn: Seat, ...played: string[]): TichuView['phase'] => ({
  phase: 'turn',
  turn,
  trick: steps(...played),
});

const roundEnd: TichuView['results'][number] = {
  round: 1,
  points: [225, 75],
  cards: [25, 75],
  calls: ['grand', 'tichu', null, null],
  out: [0, 3, 1],
  double_victory: false,
  hands: [[], [], cards('2j 3j 4s'), []],
};

export const TICHU: Readonly<Record<string, () => TichuView>> = {
  grand: () =>
    sampleView({
      phase: { phase: 'grand', answered: [1] },
      hand: cards('1 3s 5j 5s 8j 9s Ks P'),
      counts: [8, 8, 8, 8],
    }),
  exchange: () => sampleView({ phase: exchanging(1) }),
  lead: () => sampleView({ totals: [250, 120] }),
  follow: () =>
    sampleView({
      phase: onTurn(0, '1: 4j 4s', '2: 6j 6s', '3: 8s 8p'),
      calls: [null, 'tichu', null, 'grand'],
      wish: '9',
      counts: [14, 12, 12, 10],
      won: [0, 25, -25, 100],
    }),
  'a long trick': () =>
    sampleView({
      phase: onTurn(0, '1: 2j 3s 4j 5p 6s', '2: 3j 4p 5t 6j 7s', '3: 6t 7j 8s 9t Tp'),
      counts: [14, 9, 9, 9],
    }),
  'others play': () => sampleView({ phase: onTurn(2, '1: 4j 4s'), counts: [14, 12, 14, 14] }),
  'a bomb': () =>
    sampleView({
      phase: onTurn(3, '1: 4j 4s', '2: 8j 8s 8p 8t'),
      hand: cards('1 3s 5j 5s 6p 7t Tj Ts Tp Tt Jj Ks Aj P'),
      counts: [14, 12, 10, 14],
    }),
  'bomb window': () =>
    sampleView({
      phase: { phase: 'bomb_window', trick: steps('1: 4j 4s', '0: 7j 7s', '1: -', '2: -', '3: -') },
      hand: cards('1 3s 5j 5s 6p 8j 9s 9p Tt Jj Ks Aj'),
      counts: [12, 12, 14, 14],
    }),
  gift: () =>
    sampleView({
      phase: { phase: 'gift', from: 0, trick: steps('1: Kj', '2: As', '0: R', '1: -', '2: -', '3: -') },
      counts: [13, 12, 5, 9],
    }),
  'trick taken': () =>
    sampleView({
      phase: onTurn(1),
      last_trick: [1, steps('0: 5j', '1: Ks', '2: -', '3: -', '0: -')],
      counts: [13, 13, 14, 14],
    }),
  watching: () => sampleView({ seat: null, hand: null, phase: onTurn(0, '1: 4j 4s', '2: 6j 6s') }),
  'round over': () =>
    sampleView({
      phase: { phase: 'between' },
      hand: [],
      counts: [0, 0, 3, 0],
      totals: [225, 75],
      results: [roundEnd],
    }),
  'match over': () =>
    sampleView({
      phase: { phase: 'over', winner: 0 },
      hand: [],
      counts: [0, 0, 3, 0],
      totals: [1025, 375],
      results: [roundEnd],
    }),
};

/** The room around a view; the end of a round or match is a stage of its own. */
export function sceneOf(view: RummikubView | TichuView, change: Partial<Scene> = {}): Scene {
  const room = 'hand' in view ? sampleRoom(view) : roomOf(view);
  const { phase } = view.phase;
  const stage = phase === 'over' ? 'over' : phase === 'between' ? 'between' : 'playing';
  return { ...room, stage, ...change };
}
