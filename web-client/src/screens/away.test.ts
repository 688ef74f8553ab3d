import { describe, expect, test } from 'vitest';
import { roomOf, viewOf } from '../rummikub/fixtures.ts';
import type { Room } from '../store/room.ts';
import { waitsFor } from './away.ts';

const NOW = 1_000_000;
const BANK = 60_000;
const ABSENT_SECONDS = 120;

interface Case {
  /** Since when Jan, on seat 1, has no connection; null while he has one. */
  since: number | null;
  deadline?: number;
  bank?: number;
  room?: Partial<Room>;
}

function waits({ since, deadline, bank = BANK, room = {} }: Case) {
  const before = roomOf(viewOf({ phase: { phase: 'take', turn: 1 } }));
  const seats = before.seats.map((state, seat) => {
    if (seat !== 1 || state.occupant?.kind !== 'player') return state;
    const player = { ...state.occupant.player, connected: since === null, since: since ?? 0 };
    return { ...state, bank_ms: bank, occupant: { ...state.occupant, player } };
  });
  const prompt = { ...before.prompt, ...(deadline !== undefined && { deadline }) };
  return waitsFor({ ...before, bank_ms: BANK, seats, prompt, ...room }, ABSENT_SECONDS);
}

describe('who is waited for (ux-C24)', () => {
  test('nobody while all are there', () => {
    expect(waits({ since: null, deadline: NOW + 30_000 })).toBeNull();
    expect(waits({ since: null })).toBeNull();
  });

  test('who went in the middle of a turn has the bank, and then what was left of it', () => {
    // 25 of 60 seconds were left, and the clock has waited for 20.
    const since = NOW - 20_000;
    const found = waits({ since, deadline: since + 25_000 + BANK });
    expect(found).toEqual({ seat: 1, ends: 'bank', until: NOW + 40_000, whole: BANK });
  });

  test('who was away before has a whole turn after the bank', () => {
    const begun = NOW - 5_000;
    const found = waits({ since: NOW - 90_000, deadline: begun + 60_000 + BANK });
    expect(found).toMatchObject({ until: begun + BANK });
  });

  test('a bank that was drawn on before is shorter, and an empty one is over at once', () => {
    const since = NOW - 1_000;
    expect(waits({ since, deadline: since + 30_000 + 12_000, bank: 12_000 })?.until).toBe(since + 12_000);
    expect(waits({ since, deadline: since + 30_000, bank: 0 })?.until).toBe(since);
  });

  test('without a clock the others are asked, once', () => {
    const since = NOW - 20_000;
    expect(waits({ since })).toEqual({ seat: 1, ends: 'vote', until: since + 120_000, whole: 120_000 });
    expect(waits({ since, room: { vote: { seat: 1, closes: NOW, cast: [] } } })).toBeNull();
  });

  test('what several are asked has no bank', () => {
    const prompt = { number: 1, seats: [1], expects: 'exchange' as const, deadline: NOW + 30_000 };
    expect(waits({ since: NOW - 1_000, room: { prompt } })).toBeNull();
    expect(waits({ since: NOW - 1_000, room: { prompt: { ...prompt, expects: 'ready' } } })).toBeNull();
  });
});
