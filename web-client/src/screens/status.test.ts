import { afterEach, expect, test } from 'vitest';
import { LOCALES, setLocale } from '../i18n/locale.svelte.ts';
import type { Occupant, RoomState, SeatState } from '../protocol/types.ts';
import { fromSnapshot } from '../store/room.ts';
import { waitingRoom } from '../testing/server.ts';
import { roomStatus } from './status.ts';

afterEach(() => setLocale('en'));

const sits = (name: string, ready: boolean): SeatState => ({
  occupant: { kind: 'player', player: { id: name, name, connected: true, since: 0 }, bot_plays: false },
  ready,
  bank_ms: 60_000,
});
const bot: SeatState = {
  occupant: { kind: 'bot', name: 'Robin' } satisfies Occupant,
  ready: true,
  bank_ms: 60_000,
};
const free: SeatState = { occupant: null, ready: false, bank_ms: 60_000 };

const status = (change: Partial<RoomState>): string =>
  roomStatus(fromSnapshot({ type: 'snapshot', room: 'R', seq: 1, state: waitingRoom(change) }));

const me = (seat: number | null) => ({ player: 'ANNA0000', seat });

test.each<[string, Partial<RoomState>, string]>([
  ['a host who stands', {}, 'Take a seat – 3 seats are free'],
  ['a host who sits', { seats: [sits('ANNA0000', false), free, bot], you: me(0) }, '1 seat is free'],
  [
    'a host whom others let wait',
    { seats: [sits('ANNA0000', false), sits('Jan', false), bot], you: me(0) },
    'Waiting for Jan',
  ],
  [
    'a host who may start',
    { seats: [sits('ANNA0000', false), sits('Jan', true), bot], you: me(0) },
    'Everybody is ready: press “Start”',
  ],
  [
    'a guest who is not ready',
    { host: 'Jan', seats: [sits('Jan', false), sits('ANNA0000', false), bot], you: me(1) },
    'Press “Ready” to begin',
  ],
  [
    'a guest who is ready',
    { host: 'Jan', seats: [sits('Jan', false), sits('ANNA0000', true), bot], you: me(1) },
    'Waiting for Jan',
  ],
  [
    'the end of a round',
    { stage: 'between', seats: [sits('ANNA0000', false), bot, bot], you: me(0) },
    'The round is over: press “Next round”',
  ],
  [
    'the end of the match',
    { stage: 'over', seats: [sits('ANNA0000', false), bot, bot], you: me(0) },
    'The match is over: press “Rematch” to play again',
  ],
  [
    'a spectator at the end',
    { stage: 'over', seats: [sits('Jan', false), sits('Eva', false), bot], you: me(null) },
    'Waiting for Jan and Eva',
  ],
])('%s', (_, change, expected) => {
  expect(status(change)).toBe(expected);
});

test('there is one sentence for every stage and every viewer, in every language (ux-C2)', () => {
  const chairs = [
    free,
    bot,
    sits('ANNA0000', false),
    sits('ANNA0000', true),
    sits('Jan', false),
    sits('Jan', true),
  ];
  for (const locale of LOCALES) {
    setLocale(locale);
    for (const stage of ['waiting', 'between', 'over'] as const) {
      for (const first of chairs) {
        for (const second of chairs) {
          for (const seat of [0, null]) {
            for (const host of ['ANNA0000', 'Jan']) {
              const text = status({ stage, host, seats: [first, second], you: me(seat) });
              expect(text.trim(), `${locale} ${stage}`).not.toBe('');
            }
          }
        }
      }
    }
  }
});
