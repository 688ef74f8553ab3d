import { afterEach, describe, expect, test } from 'vitest';
import { LOCALES, setLocale } from '../i18n/locale.svelte.ts';
import type { Seat, TichuEvent, TichuPhase } from '../protocol/types.ts';
import { linesOf, spoken } from './log.ts';
import { nameAt, cards, promptFor, sampleView, step, steps, exchanging } from './sample.ts';
import { scores } from './scores.ts';
import { status } from './status.ts';

afterEach(() => setLocale('en'));

const trick = steps('1: 5j 5s', '2: -');
const PHASES: TichuPhase[] = [
  { phase: 'between' },
  { phase: 'grand', answered: [1] },
  exchanging(2),
  { phase: 'turn', turn: 0, trick: { steps: [] } },
  { phase: 'turn', turn: 0, trick },
  { phase: 'turn', turn: 3, trick },
  { phase: 'turn', turn: 3, trick: steps('1: 5j 5s 5p 5t') },
  { phase: 'bomb_window', trick },
  { phase: 'gift', from: 0, trick: steps('0: R') },
  { phase: 'gift', from: 1, trick: steps('1: R') },
  { phase: 'over', winner: 0 },
  { phase: 'over', winner: 1 },
  { phase: 'over', winner: null },
];

describe('there is one status text for every phase and viewer, in every language (ux-C2)', () => {
  for (const locale of LOCALES) {
    for (const phase of PHASES) {
      test.each<Seat | null>([0, 1, 2, 3, null])(
        `${locale}: ${JSON.stringify(phase).slice(0, 60)}, seat %s`,
        (me) => {
          setLocale(locale);
          const view = sampleView({ phase, seat: me });
          const text = status({ view, prompt: promptFor(view), me, name: nameAt });
          expect(text.trim()).not.toBe('');
          expect(text).not.toMatch(/undefined|null|NaN|\[object/);
        },
      );
    }
  }
});

test.each([
  [{ phase: 'turn', turn: 0, trick: { steps: [] } }, 'Your lead: play any combination'],
  [{ phase: 'turn', turn: 0, trick }, 'Your turn on Jan’s play: Pair of fives'],
  [{ phase: 'turn', turn: 2, trick: steps('1: 5j') }, 'Олена’s turn'],
  [{ phase: 'turn', turn: 2, trick: steps('1: 9j 9s 9p 9t') }, 'Jan – Bomb: four nines! Олена’s turn'],
  [exchanging(0, 2), 'Waiting for Jan and Robin'],
  [{ phase: 'over', winner: 0 }, 'Your team wins the match'],
  [{ phase: 'over', winner: 1 }, 'Jan & Robin win the match'],
] as [TichuPhase, string][])('%j', (phase, expected) => {
  const view = sampleView({ phase });
  expect(status({ view, prompt: promptFor(view), me: 0, name: nameAt })).toBe(expected);
});

describe('the log says every event in every language (ux-C17)', () => {
  const result = {
    round: 2,
    out: [0, 2],
    double_victory: true,
    calls: ['tichu', null, null, 'grand'] as ('tichu' | 'grand' | null)[],
    cards: [200, 0] as [number, number],
    points: [300, -200] as [number, number],
    hands: [[], cards('2j'), [], cards('3j')],
  };
  const given = { left: '2j', partner: 'Aj', right: '3s' };
  const pair = step('1: 5j 5s');
  const EVENTS: [TichuEvent, string | null][] = [
    [{ kind: 'dealt', round: 2, cards: [null, null, null, null], count: 8 }, 'Round 2: eight cards each'],
    [{ kind: 'dealt', round: 2, cards: [null, null, null, null], count: 6 }, 'Six more cards each'],
    [{ kind: 'answered', seat: 1 }, 'Jan has answered'],
    [{ kind: 'answered', seat: 1, grand: false }, 'Jan no grand tichu'],
    [{ kind: 'grand_revealed', callers: [] }, 'Nobody calls grand tichu'],
    [{ kind: 'grand_revealed', callers: [1] }, 'Jan calls grand tichu!'],
    [{ kind: 'called', seat: 2 }, 'Олена calls tichu!'],
    [{ kind: 'submitted', seat: 1 }, 'Jan has chosen three cards'],
    [
      { kind: 'exchanged', given: [given, null, null, null], received: [null, null, null, null], leader: 3 },
      'Anna gives two of jade to Jan, ace of jade to Олена and three of swords to Robin',
    ],
    [{ kind: 'timed_out', seat: 1 }, 'Jan is out of time'],
    [
      {
        kind: 'played',
        seat: 1,
        cards: cards('5j 5s'),
        combination: pair.kind === 'play' ? pair.combination : { kind: 'dog' },
      },
      'Jan plays: Pair of fives',
    ],
    [{ kind: 'wish_fulfilled', rank: 'T' }, 'The wish for 10 is fulfilled'],
    [{ kind: 'passed', seat: 3 }, 'Robin passes'],
    [{ kind: 'went_out', seat: 3, place: 1 }, 'Robin goes out first'],
    [{ kind: 'dog_gave', from: 0, to: 2 }, 'Anna hands the lead to Олена'],
    [{ kind: 'window_opened' }, null],
    [{ kind: 'trick_taken', seat: 1, points: 15 }, 'Jan takes the trick: 15 points'],
    [
      { kind: 'dragon_given', from: 0, to: 3, points: 35 },
      'Anna gives the Dragon’s trick to Robin: 35 points',
    ],
    [{ kind: 'round_ended', result }, 'Round 2 ends: Anna & Олена +300, Jan & Robin -200'],
    [{ kind: 'match_ended', winner: 0, totals: [1000, 200] }, 'Anna & Олена win the match'],
  ];

  test.each(EVENTS)('%j', (event, expected) => {
    expect(linesOf(event, nameAt).map(spoken)[0] ?? null).toBe(expected);
    setLocale('uk');
    for (const line of linesOf(event, nameAt)) expect(line.text).not.toMatch(/undefined|\[object|^\s*$/);
  });

  test('the score table shows calls and a double victory (ux-T12)', () => {
    const table = scores({
      view: sampleView({ results: [result], totals: [300, -200] }),
      me: 0,
      name: nameAt,
    });
    expect(table.columns).toEqual([
      { name: 'Anna & Олена', mine: true },
      { name: 'Jan & Robin', mine: false },
    ]);
    expect(table.rows).toEqual([
      {
        label: '2',
        cells: [
          { points: 300, notes: ['double victory', 'Anna: tichu ✓'] },
          { points: -200, notes: ['cards 0', 'Robin: grand tichu ✗'] },
        ],
      },
    ]);
    expect(table.totals).toEqual([300, -200]);
    expect(table.goal).toBe('to 1,000 points');
    expect(table.winners).toEqual([]);
  });
});
