/** Tables to test with: a view, its prompt, a room around them, and a naive referee. */
import type { Card, Prompt, Seat, Step, TichuPhase, TichuView } from '../protocol/types.ts';
import type { Room } from '../store/room.ts';
import { openShuffle } from '../testing/server.ts';
import { rankOf, sorted } from './card.ts';
import { beats, isBomb, readings, type Reading } from './combination.ts';
import { topOf } from './judge.ts';

export const cards = (text: string): Card[] => text.split(' ').filter((word) => word !== '');

/** `0: 5j 5s P` a play, `1: -` a pass. */
export function step(text: string): Step {
  const [seat = '0', played = '-'] = text.split(': ');
  if (played === '-') return { kind: 'pass', seat: Number(seat) };
  const held = cards(played);
  const [reading] = readings(held);
  if (reading === undefined) throw new Error(`${played} is no combination`);
  return { kind: 'play', seat: Number(seat), cards: held, combination: reading.combination };
}

export const steps = (...texts: string[]): { steps: Step[] } => ({ steps: texts.map(step) });

/** The phase in which these seats have chosen their cards, once each. */
export const exchanging = (...submitted: Seat[]): TichuPhase => ({
  phase: 'exchange',
  submitted,
  left: [0, 1, 2, 3].map((seat) => (submitted.includes(seat) ? 15 : 16)),
});

export const HAND = cards('1 3s 5j 5s 6p 7t 8j 9s 9p Tt Jj Ks Aj P');

export function sampleView(change: Partial<TichuView> = {}): TichuView {
  return {
    variant: {
      length: { target: 1000 },
      tie: 'play_on',
      bomb_window_ms: 2000,
      wish_bomb: true,
      wish_lead: false,
      late_call: true,
      partner_hand: false,
      turn_seconds: 60,
    },
    seat: 0,
    round: 1,
    phase: { phase: 'turn', turn: 0, trick: { steps: [] } },
    hand: HAND,
    counts: [14, 14, 14, 14],
    calls: [null, null, null, null],
    played: [],
    out: [],
    wish: null,
    won: [0, 0, 0, 0],
    last_trick: null,
    given: null,
    received: null,
    totals: [0, 0],
    results: [],
    ...change,
  };
}

interface Found {
  readonly held: Card[];
  readonly readings: readonly Reading[];
}

const known = new Map<string, readonly Found[]>();

/** Every set of cards of a hand that is a combination; looked for once. */
export function combinationsIn(hand: readonly Card[]): readonly Found[] {
  const key = hand.join(' ');
  let found = known.get(key);
  if (found === undefined) {
    found = Array.from({ length: (1 << hand.length) - 1 }, (_, bits) => {
      const held = hand.filter((_, at) => ((bits + 1) >> at) & 1);
      return { held, readings: readings(held) };
    }).filter((one) => one.readings.length > 0);
    known.set(key, found);
  }
  return found;
}

/** What may be played and whether a pass is legal on turn, by a search through everything the hand holds. */
export function legalFor({ phase, hand, wish, variant }: TichuView): { plays: string[]; pass: boolean } {
  if (phase.phase !== 'turn' || hand === null) throw new Error('nobody is on turn');
  const on = topOf(phase.trick)?.combination ?? null;
  const mine = phase.turn === 0;
  const found = combinationsIn(sorted(hand)).flatMap(({ held, readings: led }) =>
    (held.length === 1 ? readings(held, on) : led)
      .filter(({ combination }) => on === null || beats(combination, on))
      .filter(({ combination }) => mine || (on !== null && isBomb(combination)))
      .map(({ combination, phoenix }) => ({
        text: `${held.join(' ')} as ${phoenix}`,
        fulfils: wish !== null && held.some((card) => rankOf(card) === wish),
        excused:
          on === null
            ? variant.wish_lead && (isBomb(combination) || combination.kind === 'dog')
            : variant.wish_bomb && isBomb(combination),
      })),
  );
  const bound = mine && found.some(({ fulfils }) => fulfils);
  const plays = found.filter(({ fulfils, excused }) => !bound || fulfils || excused);
  return { plays: plays.map(({ text }) => text), pass: mine && on !== null && !bound };
}

const EXPECTS: Record<TichuPhase['phase'], Prompt['expects']> = {
  between: 'ready',
  grand: 'grand',
  exchange: 'exchange',
  turn: 'follow',
  bomb_window: 'bomb_window',
  gift: 'gift',
  over: 'ready',
};

export function promptFor(view: TichuView): Prompt {
  const { phase } = view;
  const all = [0, 1, 2, 3];
  const waits: Seat[] =
    phase.phase === 'grand'
      ? all.filter((seat) => !phase.answered.includes(seat))
      : phase.phase === 'exchange'
        ? all.filter((seat) => !phase.submitted.includes(seat))
        : phase.phase === 'turn'
          ? [phase.turn]
          : phase.phase === 'gift'
            ? [phase.from]
            : phase.phase === 'bomb_window'
              ? []
              : all;
  const lead = phase.phase === 'turn' && phase.trick.steps.length === 0;
  return {
    number: 1,
    seats: waits,
    expects: lead ? 'lead' : EXPECTS[phase.phase],
  };
}

export const NAMES = ['Anna', 'Jan', 'Олена', 'Robin'];
export const nameAt = (seat: Seat): string => NAMES[seat] ?? '?';

export function sampleRoom(view: TichuView, change: Partial<Room> = {}): Room {
  return {
    id: '3K7Q0ZTM',
    asked: [],
    seq: 1,
    log: [],
    latest: [],
    title: 'Friday',
    public: false,
    hints: true,
    practice: false,
    invite: 'ABCDEFGHJKMN',
    host: 'p0',
    variant: { game: 'tichu', ...view.variant },
    bank_ms: 60_000,
    seats: NAMES.map((name, seat) => ({
      occupant:
        seat % 2 === 0
          ? { kind: 'player', player: { id: `p${seat}`, name, connected: true, since: 0 }, bot_plays: false }
          : { kind: 'bot', name },
      ready: true,
      bank_ms: 60_000,
    })),
    spectators: [],
    stage: 'playing',
    match_number: 1,
    chat: [],
    you: { player: 'p0', seat: view.seat },
    prompt: promptFor(view),
    shuffle: openShuffle(NAMES.length),
    checked: null,
    view: { game: 'tichu', ...view },
    ...change,
  };
}
