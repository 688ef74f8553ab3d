import { afterEach, describe, expect, test } from 'vitest';
import { LOCALES, setLocale } from '../i18n/locale.svelte.ts';
import type {
  Fault,
  RummikubEvent,
  RummikubIllegal,
  RummikubPhase,
  RummikubView,
  Seat,
} from '../protocol/types.ts';
import { faultText, tilesOfFault } from './faults.ts';
import { name, promptOf, viewOf } from './fixtures.ts';
import { game } from './index.ts';
import { lineOf } from './log.ts';
import { standsFor, tileName } from './names.ts';
import { scores } from './scores.ts';
import { takeable } from './status.ts';

afterEach(() => setLocale('en'));

const PHASES: RummikubPhase[] = [
  { phase: 'between' },
  { phase: 'take', turn: 0 },
  { phase: 'take', turn: 1 },
  { phase: 'throw', turn: 0, from_discards: 'R11', refused: 0 },
  { phase: 'throw', turn: 1, from_discards: null, refused: 3 },
  { phase: 'over', winners: [0] },
  { phase: 'over', winners: [1] },
  { phase: 'over', winners: [0, 1] },
];

const status = (view: RummikubView, me: Seat | null): string =>
  game.status({ view, prompt: promptOf(view), me, name });

describe('the status line (ux-C2)', () => {
  test.each(LOCALES)('%s: one text for every phase and viewer', (locale) => {
    setLocale(locale);
    for (const phase of PHASES) {
      for (const me of [0, 1, null]) {
        for (const view of [viewOf({ phase }), viewOf({ phase, round: 0, discards: [] })]) {
          expect(status(view, me)).toMatch(/\p{L}{3,}/u);
        }
      }
    }
  });

  test.each([
    [{ phase: 'take', turn: 0 }, 0, 'Take a tile: from the pool, or red 11'],
    [{ phase: 'take', turn: 0 }, 1, 'Anna takes a tile'],
    [{ phase: 'take', turn: 0 }, null, 'Anna takes a tile'],
    [{ phase: 'throw', turn: 1, from_discards: null, refused: 0 }, 0, 'Jan throws a tile'],
    [{ phase: 'throw', turn: 1, from_discards: null, refused: 0 }, 1, 'Throw a tile'],
    [{ phase: 'over', winners: [0, 1] }, 0, 'Anna and Jan share the first place'],
  ] as [RummikubPhase, Seat | null, string][])('%o for %s: %s', (phase, me, expected) => {
    expect(status(viewOf({ phase }), me)).toBe(expected);
  });
});

describe('the discard that may be taken (R9, R11)', () => {
  test.each([
    ['the last one', viewOf(), 'R11'],
    ['no joker', viewOf({ discards: [{ seat: 1, tile: 'J' }] }), undefined],
    ['none at all', viewOf({ discards: [] }), undefined],
    ['not by this variant', viewOf({ variant: { ...viewOf().variant, take_discard: false } }), undefined],
    ['not after a tile was taken', viewOf({ phase: PHASES[3] as RummikubPhase }), undefined],
  ])('%s', (_, view, expected) => {
    expect(takeable(view)?.tile).toBe(expected);
  });
});

const EVENTS: [RummikubEvent, string][] = [
  [{ kind: 'dealt', round: 3, starter: 1, racks: [null, null], pool: 26 }, 'Round 3: Jan begins'],
  [{ kind: 'timed_out', seat: 0 }, 'Time is up for Anna: the clock takes and throws'],
  [{ kind: 'took', seat: 1, from: 'pool' }, 'Jan takes a tile from the pool'],
  [{ kind: 'took', seat: 0, from: 'pool', tile: 'K13' }, 'Anna takes black 13 from the pool'],
  [{ kind: 'took', seat: 1, from: 'discards', tile: 'B2' }, 'Jan takes blue 2 from the discards'],
  [{ kind: 'threw', seat: 1, tile: 'J' }, 'Jan throws joker'],
  [{ kind: 'reshuffled', pool: 1 }, 'The discards are the new pool: 1 tile'],
  [{ kind: 'refused', seat: 1, left: 2, points: [0, 0] }, 'A declaration of Jan is refused'],
  [
    { kind: 'refused', seat: 1, left: 2, points: [1, 0] },
    'A declaration of Jan is refused. Every other player gets 1 point; the turn goes on.',
  ],
  [
    { kind: 'declared', seat: 0, throw: 'O1', layout: [['R1', 'R2', 'R3']] },
    'Anna declares and throws orange 1',
  ],
  [
    {
      kind: 'round_ended',
      result: { round: 3, winner: 0, layout: [], throw: 'O1', racks: [[], []], points: [2, 0] },
    },
    'Round 3 goes to Anna: +2',
  ],
  [
    {
      kind: 'round_ended',
      result: { round: 3, winner: null, layout: null, throw: null, racks: [[], []], points: [0, 0] },
    },
    'Round 3 is drawn',
  ],
  [{ kind: 'match_ended', winners: [1], totals: [0, 5] }, 'The match goes to Jan'],
  [{ kind: 'match_ended', winners: [0, 1], totals: [5, 5] }, 'Anna and Jan share the match'],
];

describe('the log (ux-C17)', () => {
  test.each(EVENTS)('%o: %s', (event, expected) => {
    expect(lineOf(event, name).text).toBe(expected);
    setLocale('uk');
    expect(lineOf(event, name).text).toMatch(/[а-яіїєґ]{3}/i);
  });

  test('a declaration draws its melds and the closing discard', () => {
    const event: RummikubEvent = { kind: 'declared', seat: 0, throw: 'O1', layout: [['R1', 'R2', 'R3']] };
    expect(lineOf(event, name).tiles).toEqual([['R1', 'R2', 'R3'], ['O1']]);
  });
});

const FAULTS: [Fault, string, string[]][] = [
  [{ code: 'gap', meld: 2 }, 'Group 2: a number is missing in the run', ['K7', 'K9']],
  [{ code: 'tile_used_twice', tile: 'R5' }, 'red 5: the tile is laid twice', ['R5']],
  [{ code: 'tiles_left_over', tiles: ['B11', 'J'] }, 'left over: blue 11, joker', ['B11', 'J']],
  [{ code: 'discard_required' }, 'a tile must be thrown', []],
];

test.each(FAULTS)('fault %o in words, with its place (R16)', (fault, expected, tiles) => {
  expect(faultText(fault)).toBe(expected);
  expect(tilesOfFault(fault, [['R1'], ['K7', 'K9']])).toEqual(tiles);
});

test('every code of the rules has a reason in every language (ux-C3)', () => {
  const every: Record<RummikubIllegal, true> = {
    not_your_turn: true,
    must_draw: true,
    already_drew: true,
    no_discard: true,
    same_tile: true,
    joker_discarded: true,
    discard_not_in_rack: true,
    round_over: true,
    round_running: true,
    declarations_used_up: true,
  };
  const codes = Object.keys(every);
  const spoken = LOCALES.map((locale) => {
    setLocale(locale);
    return codes.map((code) => game.reasons(code));
  });
  expect(spoken.flat().every((text) => text !== undefined && text.length > 5)).toBe(true);
  expect(new Set(spoken.flat()).size).toBe(spoken.flat().length);
  expect(game.reasons('no_such_code')).toBeUndefined();
});

test('tiles have names in both languages (ux-C13)', () => {
  expect(['R5', 'O10', 'B1', 'K13', 'J'].map(tileName)).toEqual([
    'red 5',
    'orange 10',
    'blue 1',
    'black 13',
    'joker',
  ]);
  expect(standsFor(['R5', 'K5'])).toBe('red 5 or black 5');
  setLocale('uk');
  expect(tileName('B7')).toBe('синя 7');
});

test('the score table: rounds as rows, seats as columns (ux-C15)', () => {
  const table = scores({ view: viewOf(), me: 0, name });
  expect(table.columns).toEqual([
    { name: 'Anna', mine: true },
    { name: 'Jan', mine: false },
  ]);
  expect(table.rows).toEqual([
    {
      label: '1',
      cells: [
        { points: 1, notes: ['won'] },
        { points: 0, notes: [] },
      ],
    },
  ]);
  expect(table.totals).toEqual([1, 0]);
  expect(table.goal).toBe('for 5 rounds');
  expect(table.winners).toEqual([]);
});
