import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Push, Resume, Welcome } from '../protocol/types.ts';
import { FakeServer } from '../testing/server.ts';
import { Connection, PING_EVERY, SILENCE, wakeWithPage, type Status } from './connection.ts';

const ROOM = 'ROOM0001';

function setUp() {
  const server = new FakeServer();
  const heard = {
    statuses: [] as Status[],
    welcomes: [] as Welcome[],
    pushes: [] as Push[],
    offsets: [] as number[],
    forgotten: 0,
  };
  const identity: { token?: string; name?: string } = { token: 'secret', name: 'Anna' };
  let resume: Resume[] = [];
  const connection = new Connection(
    'ws://test/ws',
    {
      status: (status) => heard.statuses.push(status),
      welcome: (welcome) => heard.welcomes.push(welcome),
      push: (push) => heard.pushes.push(push),
      clock: (offset) => heard.offsets.push(offset),
      forgotten: () => {
        heard.forgotten += 1;
        delete identity.token;
      },
      identity: () => identity,
      resume: () => resume,
    },
    server.open,
  );
  return {
    server,
    heard,
    connection,
    setResume: (rooms: Resume[]) => {
      resume = rooms;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('hello', () => {
  test('carries the token, the protocol range and the rooms to go on in', () => {
    const { server, connection, setResume } = setUp();
    setResume([{ room: ROOM, seq: 41 }]);
    connection.start();
    expect(server.socket.sent).toEqual([]);
    server.socket.open();
    expect(server.socket.last).toMatchObject({
      type: 'hello',
      protocol: { min: 1, max: 1 },
      token: 'secret',
      name: 'Anna',
      views: true,
      resume: [{ room: ROOM, seq: 41 }],
    });
  });

  test('an unknown token is dropped, and the player begins anew on the same socket', () => {
    const { server, heard, connection } = setUp();
    connection.start();
    server.socket.open();
    server.socket.say({
      re: 0,
      type: 'error',
      class: 'state',
      code: 'unknown_token',
      message: '',
      retry: false,
    });
    expect(heard.forgotten).toBe(1);
    expect(server.socket.of('hello')).toHaveLength(2);
    expect(server.socket.last).not.toHaveProperty('token');
  });

  test('another protocol stops the connection for good (ux-C11)', async () => {
    const { server, connection } = setUp();
    connection.start();
    const answer = connection.send({ type: 'lobby', watch: true });
    server.socket.open();
    server.socket.say({
      re: 0,
      type: 'error',
      class: 'message',
      code: 'protocol_mismatch',
      message: '',
      retry: false,
    });
    expect(connection.status).toEqual({ kind: 'stopped', why: 'outdated' });
    expect(await answer).toEqual({ type: 'stopped' });
    vi.advanceTimersByTime(120_000);
    expect(server.sockets).toHaveLength(1);
  });

  test('a busy server is given the time that it asks for', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.open();
    server.socket.say({
      re: 0,
      type: 'error',
      class: 'limit',
      code: 'rate_limited',
      message: '',
      retry: true,
      retry_ms: 7_000,
    });
    vi.advanceTimersByTime(6_999);
    expect(server.sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.sockets).toHaveLength(2);
  });

  test('after a restart each comes back when the server told it to (ux-C11)', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    server.socket.say({ type: 'notice', kind: 'restart', at: 123, retry_ms: 9_000 });
    server.socket.drop(1012);
    vi.advanceTimersByTime(8_999);
    expect(server.sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.sockets).toHaveLength(2);
  });
});

describe('commands', () => {
  test('take ids after the last one that the server knows', () => {
    const { server, connection } = setUp();
    connection.start();
    void connection.send({ type: 'stand', room: ROOM });
    server.socket.greet({ last_id: 57 });
    void connection.send({ type: 'chat', room: ROOM, text: 'hello' });
    expect(server.socket.sent.slice(1).map(({ id, type }) => [id, type])).toEqual([
      [58, 'stand'],
      [59, 'chat'],
    ]);
  });

  test('settle with their own answer, in any order', async () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    const first = connection.send({ type: 'stand', room: ROOM });
    const second = connection.send({ type: 'start', room: ROOM });
    server.socket.say({
      re: 2,
      type: 'error',
      class: 'state',
      code: 'not_ready',
      message: '',
      retry: false,
    });
    server.socket.say({ re: 1, type: 'ok' });
    expect(await first).toMatchObject({ type: 'ok' });
    expect(await second).toMatchObject({ type: 'error', code: 'not_ready' });
  });

  test('that were not answered are sent again with the same id, before new ones', async () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    const answer = connection.send({ type: 'chat', room: ROOM, text: 'once' });
    server.socket.drop();
    void connection.send({ type: 'stand', room: ROOM });
    vi.advanceTimersByTime(400);
    server.socket.greet({ last_id: 1 });
    expect(server.socket.sent.slice(1)).toEqual([
      { id: 1, type: 'chat', room: ROOM, text: 'once' },
      { id: 2, type: 'stand', room: ROOM },
    ]);
    server.socket.say({ re: 1, type: 'ok', seq: 9 });
    expect(await answer).toMatchObject({ type: 'ok', seq: 9 });
    server.socket.drop();
    vi.advanceTimersByTime(400);
    server.socket.greet({ last_id: 2 });
    expect(server.socket.sent.slice(1)).toEqual([{ id: 2, type: 'stand', room: ROOM }]);
  });

  test('a second answer to the same command is ignored', async () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    const answer = connection.send({ type: 'stand', room: ROOM });
    server.socket.say({ re: 1, type: 'ok' });
    server.socket.say({ re: 1, type: 'ok' });
    expect(await answer).toMatchObject({ type: 'ok' });
  });
});

describe('a line that is lost', () => {
  test('is tried again with growing waits, without end, and at once fresh after a success', () => {
    const { server, heard, connection } = setUp();
    connection.start();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      server.socket.drop();
      const status = heard.statuses.at(-1);
      if (status?.kind !== 'waiting') throw new Error('it must wait');
      waits.push(status.until - Date.now());
      vi.advanceTimersByTime(status.until - Date.now());
      expect(server.sockets).toHaveLength(attempt + 2);
    }
    expect(waits.slice(0, 7)).toEqual([400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    expect(Math.max(...waits)).toBe(10_000);
    server.socket.greet();
    server.socket.drop();
    expect(heard.statuses.at(-1)).toMatchObject({ kind: 'waiting', until: Date.now() + 400 });
  });

  test('is found by the silence after a ping, without any traffic (ux-C8)', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    const { socket } = server;
    vi.advanceTimersByTime(PING_EVERY);
    expect(socket.last.type).toBe('ping');
    vi.advanceTimersByTime(SILENCE - 1);
    expect(connection.status.kind).toBe('online');
    vi.advanceTimersByTime(1);
    expect(connection.status.kind).toBe('waiting');
    expect(socket.closed).toBe(true);
  });

  test('any word of the server is a sign of life', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    for (let step = 0; step < 10; step += 1) {
      vi.advanceTimersByTime(PING_EVERY);
      server.socket.say({ type: 'lobby', rooms: [] });
    }
    expect(connection.status.kind).toBe('online');
  });

  test('a socket that never opens, or never says welcome, is given up', () => {
    const { server, connection } = setUp();
    connection.start();
    vi.advanceTimersByTime(SILENCE);
    expect(connection.status.kind).toBe('waiting');
    vi.advanceTimersByTime(400);
    server.socket.open();
    vi.advanceTimersByTime(SILENCE);
    expect(connection.status.kind).toBe('waiting');
  });

  test('what a socket says after it was given up is ignored', () => {
    const { server, heard, connection } = setUp();
    connection.start();
    server.socket.greet();
    const [old] = server.sockets;
    vi.advanceTimersByTime(PING_EVERY + SILENCE);
    old?.say({ type: 'lobby', rooms: [] });
    old?.drop();
    expect(heard.pushes).toEqual([]);
    expect(connection.status).toMatchObject({ kind: 'waiting', attempt: 1 });
  });

  test('what is not JSON ends the socket', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    server.socket.onmessage?.({ data: '<html>' });
    expect(connection.status.kind).toBe('waiting');
  });
});

describe('the page', () => {
  test('coming online, or into sight, ends the wait at once', () => {
    const { server, connection } = setUp();
    const stop = wakeWithPage(connection);
    connection.start();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      server.socket.drop();
      vi.advanceTimersByTime(10_000);
    }
    server.socket.drop();
    const before = server.sockets.length;
    window.dispatchEvent(new Event('online'));
    expect(server.sockets).toHaveLength(before + 1);
    server.socket.drop();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(server.sockets).toHaveLength(before + 2);
    stop();
    server.socket.drop();
    window.dispatchEvent(new Event('online'));
    expect(server.sockets).toHaveLength(before + 2);
  });

  test('going offline is believed at once', () => {
    const { server, connection } = setUp();
    const stop = wakeWithPage(connection);
    connection.start();
    server.socket.greet();
    window.dispatchEvent(new Event('offline'));
    expect(connection.status.kind).toBe('waiting');
    stop();
  });

  test('coming back to a line that looks alive asks it, and does not wait long', () => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    connection.wake();
    expect(server.socket.last.type).toBe('ping');
    vi.advanceTimersByTime(3_000);
    expect(connection.status.kind).toBe('waiting');
  });
});

test('another tab takes over: this one stops, and can take over again (ux-C9)', () => {
  const { server, heard, connection } = setUp();
  connection.start();
  server.socket.greet();
  server.socket.say({ type: 'notice', kind: 'taken_over' });
  expect(connection.status).toEqual({ kind: 'stopped', why: 'taken_over' });
  vi.advanceTimersByTime(60_000);
  expect(server.sockets).toHaveLength(1);
  connection.start();
  server.socket.greet();
  expect(connection.status.kind).toBe('online');
  expect(heard.pushes).toEqual([]);
});

test('the clock is measured by the hello and by pings (ux-C12)', () => {
  const { server, heard, connection } = setUp();
  connection.start();
  server.socket.open();
  vi.advanceTimersByTime(200);
  server.socket.say({
    re: 0,
    type: 'welcome',
    protocol: 1,
    server: '',
    player: 'A',
    name: 'A',
    last_id: 0,
    rooms: [],
    now: Date.now() + 3_000,
    limits: {
      frame_bytes: 1,
      chat_chars: 1,
      name_chars: 1,
      ping_seconds: 1,
      silence_seconds: 1,
      absent_seconds: 1,
    },
  });
  expect(heard.offsets).toEqual([3_100]);
  vi.advanceTimersByTime(PING_EVERY);
  server.socket.say({ re: server.socket.last.id, type: 'ok', now: Date.now() + 3_000 });
  expect(heard.offsets).toEqual([3_100, 3_000]);
});

describe('close codes', () => {
  test.each([
    [1000, 'closed'],
    [1003, 'closed'],
    [1002, 'closed'],
    [1007, 'closed'],
    [1009, 'closed'],
    [4001, 'outdated'],
    [4002, 'taken_over'],
  ] as const)('%i is not tried again: %s (ux-C11, ux-C9)', async (code, why) => {
    const { server, heard, connection } = setUp();
    connection.start();
    server.socket.greet();
    const asked = connection.send({ type: 'lobby', watch: true });
    server.socket.drop(code);
    expect(heard.statuses.at(-1)).toEqual({ kind: 'stopped', why });
    expect(await asked).toEqual({ type: 'stopped' });
    vi.advanceTimersByTime(120_000);
    expect(server.sockets).toHaveLength(1);
  });

  test.each([1006, 4000, 4003, 4005, 4006])('%i is tried again at once', (code) => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    server.socket.drop(code);
    vi.advanceTimersByTime(400);
    expect(server.sockets).toHaveLength(2);
  });

  test.each([
    [1011, 2_000],
    [1012, 1_000],
    [4004, 5_000],
  ])('%i is tried again later, after %i ms', (code, wait) => {
    const { server, connection } = setUp();
    connection.start();
    server.socket.greet();
    server.socket.drop(code);
    vi.advanceTimersByTime(wait - 1);
    expect(server.sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.sockets).toHaveLength(2);
  });
});
