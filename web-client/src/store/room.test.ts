import { describe, expect, test } from 'vitest';
import type { Occupant, Player, Prompt, Push, RoomEvent, RummikubView, View } from '../protocol/types.ts';
import { waitingRoom } from '../testing/server.ts';
import { afterFrame as fold, fromSnapshot, nameOf, type Room } from './room.ts';

/** The server's time at which quick phrases count as said. */
const NOW = 1_000;
const afterFrame = (room: Room, next: Parameters<typeof fold>[1]): Room => fold(room, next, NOW);

const ANNA: Player = { id: 'ANNA0000', name: 'Anna', connected: true, since: 0 };
const JAN: Player = { id: 'JAN00000', name: 'Jan', connected: true, since: 0 };
const seat = (player: Player): Occupant => ({ kind: 'player', player, bot_plays: false });
const BOT: Occupant = { kind: 'bot', name: 'Robin' };

const start = fromSnapshot({ type: 'snapshot', room: 'R', seq: 10, state: waitingRoom() });

type Frame = Extract<Push, { type: 'events' }>;

/** The room after room events, one frame each. */
function after(...events: RoomEvent[]): Room {
  return events.reduce(
    (room, event) => afterFrame(room, frame(room, { events: [{ of: 'room', ...event }] })),
    start,
  );
}

function frame(room: Room, rest: Partial<Frame>): Frame {
  return { type: 'events', room: 'R', seq: room.seq + 1, events: [], ...rest };
}

const view = (phase: RummikubView['phase']): View => ({
  game: 'rummikub',
  variant: {
    seats: 3,
    copies: 1,
    take_discard: true,
    reshuffles: 3,
    wrong_declaration: 'free',
    scoring: 'rounds',
    length: { rounds: 5 },
    turn_seconds: 60,
  },
  seat: 0,
  round: 1,
  phase,
  rack: [],
  taken: null,
  counts: [14, 14, 14],
  pool: 12,
  reshuffles: 3,
  discards: [],
  totals: [0, 0, 0],
  results: [],
});

const prompt = (expects: Prompt['expects']): Prompt => ({ number: 5, seats: [0], expects });

describe('seats', () => {
  test('sitting down takes a player from the spectators, standing up puts one back', () => {
    const sat = after({ kind: 'sat', seat: 1, occupant: seat(ANNA) });
    expect([nameOf(sat, 1), sat.you.seat, sat.spectators]).toEqual(['Anna', 1, []]);
    const stood = afterFrame(sat, frame(sat, { events: [{ of: 'room', kind: 'stood', seat: 1 }] }));
    expect([nameOf(stood, 1), stood.you.seat, stood.spectators]).toEqual([null, null, [ANNA]]);
  });

  test('moving to another seat frees the first', () => {
    const moved = after(
      { kind: 'sat', seat: 1, occupant: seat(ANNA) },
      { kind: 'sat', seat: 2, occupant: seat(ANNA) },
    );
    expect(moved.seats.map(({ occupant }) => occupant !== null)).toEqual([false, false, true]);
    expect(moved.you.seat).toBe(2);
  });

  test('a bot is ready from the start; whoever takes its seat is not', () => {
    const bot = after({ kind: 'sat', seat: 0, occupant: BOT });
    expect(bot.seats[0]).toEqual({ occupant: BOT, ready: true, bank_ms: 60_000 });
    const taken = after(
      { kind: 'sat', seat: 0, occupant: BOT },
      { kind: 'sat', seat: 0, occupant: seat(JAN) },
    );
    expect(taken.seats[0]).toEqual({ occupant: seat(JAN), ready: false, bank_ms: 60_000 });
    expect(taken.you.seat).toBeNull();
  });

  test('presence and names change wherever the player is', () => {
    const room = after(
      { kind: 'joined', player: JAN },
      { kind: 'sat', seat: 0, occupant: seat(ANNA) },
      { kind: 'presence', player: ANNA.id, connected: false, since: 77 },
      { kind: 'presence', player: JAN.id, connected: false, since: 78 },
      { kind: 'renamed', player: ANNA.id, name: 'Hanna' },
    );
    expect(room.seats[0]?.occupant).toEqual(seat({ ...ANNA, name: 'Hanna', connected: false, since: 77 }));
    expect(room.spectators).toEqual([{ ...JAN, connected: false, since: 78 }]);
  });

  test('a bot plays for an absent player and stops', () => {
    const away = after(
      { kind: 'sat', seat: 0, occupant: seat(JAN) },
      { kind: 'substituted', seat: 0, bot: true },
    );
    expect(away.seats[0]?.occupant).toEqual({ ...seat(JAN), bot_plays: true });
    const back = afterFrame(
      away,
      frame(away, { events: [{ of: 'room', kind: 'substituted', seat: 0, bot: false }] }),
    );
    expect(back.seats[0]?.occupant).toEqual(seat(JAN));
  });

  test('a clock that waits has a later deadline, and the bank is full again in the next match', () => {
    const prompt: Prompt = { number: 4, seats: [0], expects: 'take', deadline: 60_000 };
    const asked = afterFrame(after(), frame(after(), { prompt }));
    const later = { ...prompt, deadline: 120_000 };
    const gone = afterFrame(asked, frame(asked, { events: [], prompt: later }));
    expect(gone.prompt.deadline).toBe(120_000);
    const event = { of: 'room', kind: 'bank', seat: 0, left_ms: 40_000 } as const;
    const back = afterFrame(gone, frame(gone, { events: [event], prompt: { ...prompt, deadline: 80_000 } }));
    expect([back.prompt.deadline, back.seats.map((seat) => seat.bank_ms)]).toEqual([
      80_000,
      [40_000, 60_000, 60_000],
    ]);
    const next = afterFrame(
      back,
      frame(back, { events: [{ of: 'room', kind: 'match_started', number: 2 }] }),
    );
    expect(next.seats.every((seat) => seat.bank_ms === 60_000)).toBe(true);
  });

  test('whoever leaves is gone from the spectators, and the host is another', () => {
    const room = after(
      { kind: 'joined', player: JAN },
      { kind: 'left', player: ANNA.id },
      { kind: 'host', player: JAN.id },
    );
    expect([room.spectators, room.host]).toEqual([[JAN], JAN.id]);
  });
});

describe('frames', () => {
  test('count, and never change the room before', () => {
    const before = structuredClone(start);
    const room = after({ kind: 'joined', player: JAN }, { kind: 'ready', seat: 0, ready: true });
    expect(room.seq).toBe(12);
    expect(start).toEqual(before);
  });

  test('bring the view and the prompt, and the stage follows from both', () => {
    const playing = afterFrame(
      start,
      frame(start, {
        events: [{ of: 'room', kind: 'match_started', number: 1 }],
        view: view({ phase: 'take', turn: 0 }),
        prompt: prompt('take'),
      }),
    );
    expect([playing.stage, playing.match_number]).toEqual(['playing', 1]);
    const between = afterFrame(
      playing,
      frame(playing, { view: view({ phase: 'between' }), prompt: prompt('ready') }),
    );
    expect(between.stage).toBe('between');
    const over = afterFrame(
      playing,
      frame(playing, { view: view({ phase: 'over', winners: [0] }), prompt: prompt('ready') }),
    );
    expect(over.stage).toBe('over');
  });

  test('ready is used up when a round begins, but not by bots', () => {
    const ready = after(
      { kind: 'sat', seat: 0, occupant: seat(ANNA) },
      { kind: 'sat', seat: 1, occupant: BOT },
      { kind: 'ready', seat: 0, ready: true },
    );
    expect(ready.seats.map((state) => state.ready)).toEqual([true, true, false]);
    const playing = afterFrame(
      ready,
      frame(ready, {
        events: [{ of: 'room', kind: 'match_started', number: 1 }],
        view: view({ phase: 'take', turn: 0 }),
        prompt: prompt('take'),
      }),
    );
    expect(playing.seats.map((state) => state.ready)).toEqual([false, true, false]);
  });

  test('chat goes to the chat, all else to the log with the name of that time', () => {
    const room = after(
      { kind: 'joined', player: JAN },
      { kind: 'chat', player: JAN.id, name: 'Jan', channel: 'table', text: '<b>hi</b>', at: 5 },
      { kind: 'left', player: JAN.id },
    );
    expect(room.chat).toEqual([{ player: JAN.id, name: 'Jan', channel: 'table', text: '<b>hi</b>', at: 5 }]);
    expect(room.log.map(({ who, event }) => [who, event.kind])).toEqual([
      ['Jan', 'joined'],
      ['Jan', 'left'],
    ]);
    expect(new Set(room.log.map(({ key }) => key)).size).toBe(2);
  });

  test('an event of a newer server changes nothing', () => {
    const event = { of: 'room', kind: 'lights_out' } as unknown as Frame['events'][number];
    const room = afterFrame(start, frame(start, { events: [event] }));
    expect({ ...room, log: [], latest: [], seq: start.seq }).toEqual({ ...start, latest: [] });
  });

  test('a snapshot keeps the log that this browser has', () => {
    const room = after({ kind: 'joined', player: JAN });
    const again = fromSnapshot({ type: 'snapshot', room: 'R', seq: 30, state: waitingRoom() }, room);
    expect([again.seq, again.log]).toEqual([30, room.log]);
  });
});

describe('votes about who is away (ux-C24)', () => {
  const opened = after({ kind: 'vote_opened', seat: 1, closes: 9_000 });

  test('each seat has one voice, and may change it', () => {
    const voted = after(
      { kind: 'vote_opened', seat: 1, closes: 9_000 },
      { kind: 'voted', seat: 0, choice: 'wait' },
      { kind: 'voted', seat: 2, choice: 'end' },
      { kind: 'voted', seat: 0, choice: 'bot' },
    );
    expect(opened.vote).toEqual({ seat: 1, closes: 9_000, cast: [] });
    expect(voted.vote?.cast).toEqual([
      { seat: 2, choice: 'end' },
      { seat: 0, choice: 'bot' },
    ]);
  });

  test('a vote that closes is gone, and a match that is ended with it', () => {
    const closed = afterFrame(
      { ...opened, match_number: 1, stage: 'playing', view: view({ phase: 'take', turn: 1 }) },
      frame(opened, {
        events: [
          { of: 'room', kind: 'vote_closed', seat: 1, choice: 'end' },
          { of: 'room', kind: 'match_abandoned' },
        ],
        prompt: prompt('ready'),
      }),
    );
    expect([closed.vote, closed.view, closed.stage]).toEqual([undefined, null, 'waiting']);
  });
});

describe('hands that are shown (ux-C22)', () => {
  const asked = after(
    { kind: 'sat', seat: 0, occupant: seat(ANNA) },
    { kind: 'joined', player: JAN },
    { kind: 'hand_asked', player: JAN.id, seat: 0 },
    { kind: 'hand_asked', player: JAN.id, seat: 0 },
  );
  const next = (...events: RoomEvent[]): Room =>
    afterFrame(asked, frame(asked, { events: events.map((event) => ({ of: 'room', ...event })) }));

  test('who asks waits for an answer, once', () => {
    expect(asked.asked).toEqual([JAN.id]);
    expect(next({ kind: 'hand_asked', player: 'EVA', seat: 1 }).asked).toEqual([JAN.id]);
    expect(next({ kind: 'left', player: JAN.id }).asked).toEqual([]);
  });

  test('what is shown is no question any more, and can be hidden', () => {
    const shown = next({ kind: 'hand_shown', player: JAN.id, seat: 0, shown: true });
    expect([shown.asked, shown.shown]).toEqual([[], [{ seat: 0, player: JAN.id }]]);
    const hidden = next(
      { kind: 'hand_shown', player: JAN.id, seat: 0, shown: true },
      { kind: 'hand_shown', player: JAN.id, seat: 0, shown: false },
    );
    expect(hidden.shown).toEqual([]);
  });
});

test('a quick phrase is a line of its speaker’s channel, said when it came (ux-C21)', () => {
  const said = after(
    { kind: 'joined', player: JAN },
    { kind: 'sat', seat: 0, occupant: seat(ANNA) },
    { kind: 'emote', player: ANNA.id, emote: 'wow' },
    { kind: 'emote', player: JAN.id, emote: 'hurry' },
  );
  expect(said.chat.map(({ name, channel, emote, at }) => [name, channel, emote, at])).toEqual([
    ['Anna', 'table', 'wow', NOW],
    ['Jan', 'spectators', 'hurry', NOW],
  ]);
  expect(said.log.filter(({ event }) => event.of === 'room' && event.kind === 'emote')).toEqual([]);
});
