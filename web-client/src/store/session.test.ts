import { beforeEach, describe, expect, test } from 'vitest';
import { Connection } from '../net/connection.ts';
import type { Push } from '../protocol/types.ts';
import { FakeServer, waitingRoom } from '../testing/server.ts';
import { Session } from './session.svelte.ts';
import { currentToasts } from '../ui/toast.svelte.ts';

const ROOM = 'ROOM0001';

function setUp() {
  const server = new FakeServer();
  const session = new Session((listener) => new Connection('ws://test/ws', listener, server.open));
  session.start();
  return { server, session };
}

const snapshot = (seq: number): Push => ({ type: 'snapshot', room: ROOM, seq, state: waitingRoom() });
const frame = (seq: number, name: string): Push => ({
  type: 'events',
  room: ROOM,
  seq,
  events: [
    { of: 'room', kind: 'joined', player: { id: name.toUpperCase(), name, connected: true, since: 0 } },
  ],
});

beforeEach(() => localStorage.clear());

describe('who one is', () => {
  test('the token is kept in this browser and comes back in the next hello', () => {
    const { server } = setUp();
    server.socket.greet({ token: 'abc' });
    const later = setUp();
    later.server.socket.open();
    expect(later.server.socket.last).toMatchObject({ type: 'hello', token: 'abc' });
  });

  test('a name that the server refuses is not kept', async () => {
    const { server, session } = setUp();
    server.socket.greet();
    const done = session.rename('  ');
    server.socket.say({
      re: 1,
      type: 'error',
      class: 'message',
      code: 'bad_name',
      message: '',
      retry: false,
    });
    expect(await done).toEqual({ ok: false, code: 'bad_name' });
    expect(session.named).toBe(false);
  });
});

describe('rooms', () => {
  test('of an earlier visit are asked for (ux-C9)', () => {
    const { server, session } = setUp();
    server.socket.greet({ rooms: [ROOM] });
    expect(server.socket.of('join')).toMatchObject([{ room: ROOM }]);
    server.socket.say(snapshot(7));
    expect(session.rooms[ROOM]).toMatchObject({ id: ROOM, seq: 7, title: 'Anna' });
  });

  test('fold frames in order and go on from the last after a reconnect', () => {
    const { server, session } = setUp();
    server.socket.greet();
    server.socket.say(snapshot(7));
    server.socket.say(frame(8, 'Jan'));
    expect(session.rooms[ROOM]?.spectators.map(({ name }) => name)).toEqual(['Anna', 'Jan']);
    server.socket.drop();
    session.start();
    server.socket.open();
    expect(server.socket.last).toMatchObject({ type: 'hello', resume: [{ room: ROOM, seq: 8 }] });
    server.socket.greet({ rooms: [ROOM] });
    expect(server.socket.of('join')).toEqual([]);
  });

  test('ignore a frame that was folded in already', () => {
    const { server, session } = setUp();
    server.socket.greet();
    server.socket.say(snapshot(7));
    server.socket.say(frame(7, 'Jan'));
    expect(session.rooms[ROOM]?.spectators).toHaveLength(1);
    expect(server.socket.of('snapshot')).toEqual([]);
  });

  test('ask for one snapshot after a gap, and take nothing until it comes', () => {
    const { server, session } = setUp();
    server.socket.greet();
    server.socket.say(snapshot(7));
    server.socket.say(frame(9, 'Jan'));
    server.socket.say(frame(10, 'Eva'));
    expect(server.socket.of('snapshot')).toMatchObject([{ room: ROOM }]);
    expect(session.rooms[ROOM]?.seq).toBe(7);
    server.socket.say(snapshot(10));
    server.socket.say(frame(11, 'Ida'));
    expect(session.rooms[ROOM]?.spectators.map(({ name }) => name)).toEqual(['Anna', 'Ida']);
  });

  test('tell listeners what happened, once', () => {
    const { server, session } = setUp();
    const heard: string[] = [];
    const stop = session.onEvents((room, events) => heard.push(`${room.seq} ${events.length}`));
    server.socket.greet();
    server.socket.say(snapshot(7));
    server.socket.say(frame(8, 'Jan'));
    stop();
    server.socket.say(frame(9, 'Eva'));
    expect(heard).toEqual(['8 1']);
  });

  test('are gone when the server says so, or does not know of them after a reconnect', () => {
    const { server, session } = setUp();
    server.socket.greet();
    server.socket.say(snapshot(7));
    server.socket.say({ type: 'gone', room: ROOM });
    expect(session.rooms).toEqual({});
    server.socket.say(snapshot(8));
    server.socket.drop();
    session.start();
    server.socket.greet({ rooms: [] });
    expect(session.rooms).toEqual({});
  });
});

test('the lobby is watched anew after a reconnect', () => {
  const { server, session } = setUp();
  server.socket.greet();
  session.watchLobby(true);
  server.socket.say({ re: 1, type: 'ok' });
  server.socket.say({ type: 'lobby', rooms: [] });
  expect(session.lobby).toEqual([]);
  server.socket.drop();
  session.start();
  server.socket.greet();
  expect(server.socket.of('lobby')).toMatchObject([{ watch: true }]);
  session.watchLobby(false);
  server.socket.say({ type: 'lobby', rooms: [] });
  expect(session.lobby).toBeNull();
});

test('what is said to all is shown as a note', () => {
  const { server } = setUp();
  server.socket.greet();
  server.socket.say({ type: 'notice', kind: 'message', text: 'Tea is ready' });
  expect(currentToasts().map((note) => note.text)).toEqual(['Tea is ready']);
});

test('an announced restart is known until the next welcome (ux-C11)', () => {
  const { server, session } = setUp();
  server.socket.greet();
  server.socket.say({ type: 'notice', kind: 'restart', at: 123, retry_ms: 0 });
  expect(session.restartAt).toBe(123);
  server.socket.drop();
  session.start();
  server.socket.greet();
  expect(session.restartAt).toBeNull();
});

test('a push that this client does not know is ignored', () => {
  const { server, session } = setUp();
  server.socket.greet();
  server.socket.say({ type: 'fireworks' } as unknown as Push);
  expect(session.status.kind).toBe('online');
});

test('an action carries the number of its prompt, a bomb out of turn none', () => {
  const { server, session } = setUp();
  server.socket.greet();
  void session.act(ROOM, { game: 'tichu', kind: 'pass' }, 31);
  expect(server.socket.last).toEqual({
    id: 1,
    type: 'act',
    room: ROOM,
    prompt: 31,
    action: { game: 'tichu', kind: 'pass' },
  });
  void session.act(ROOM, { game: 'tichu', kind: 'tichu' });
  expect(server.socket.last).not.toHaveProperty('prompt');
});
