/**
 * Whom the table waits for because of a lost connection, and until when.
 *
 * At a table with a clock the clock waits as long as the seat's bank lasts; at one without, the others are asked after a
 * while (ux-C24).
 */
import type { Expects, Seat } from '../protocol/types.ts';
import type { Room } from '../store/room.ts';

export interface Waiting {
  readonly seat: Seat;
  /** What ends it: the seat's bank is empty, or the table is asked. */
  readonly ends: 'bank' | 'vote';
  /** When, in milliseconds of the server's Unix time. */
  readonly until: number;
  /** The time that a whole bar stands for, in milliseconds. */
  readonly whole: number;
}

/** What a clock waits with: the answers of one seat alone. */
const BANKED: readonly Expects[] = ['take', 'throw', 'lead', 'follow', 'gift'];

/** Whom a room waits for; null when nobody who is asked is away. It is over at `until`. */
export function waitsFor(room: Room, absentSeconds: number): Waiting | null {
  const { prompt, variant, vote } = room;
  if (prompt.expects === 'ready') return null;
  const away = prompt.seats.flatMap((seat): Waiting[] => {
    const state = room.seats[seat];
    const occupant = state?.occupant;
    if (state === undefined || occupant?.kind !== 'player' || occupant.bot_plays || occupant.player.connected)
      return [];
    const { since } = occupant.player;
    if (prompt.deadline === undefined) {
      const whole = absentSeconds * 1_000;
      return vote === undefined ? [{ seat, ends: 'vote', until: since + whole, whole }] : [];
    }
    if (!BANKED.includes(prompt.expects)) return [];
    // What was left of the turn when the clock began to wait comes after the bank, and is a whole turn for who was away before.
    const turn = Math.min(variant.turn_seconds * 1_000, prompt.deadline - state.bank_ms - since);
    return [{ seat, ends: 'bank', until: prompt.deadline - turn, whole: room.bank_ms }];
  });
  return away.sort((one, other) => one.until - other.until)[0] ?? null;
}
