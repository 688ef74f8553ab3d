/**
 * This browser's part in the shuffles of one room, and the check of each when the round is over. Nobody has to press
 * anything for it.
 *
 * Invariants: a nonce is fresh for each commitment; it leaves the browser only when the closed list has both the
 * commitment and the hash as this browser knows them.
 */
import type { Command, Digest, Event, Nonce, RoomEvent, Seat, ShuffleState } from '../protocol/types.ts';
import type { Room } from '../store/room.ts';
import { check, type Checked, type Record } from './check.ts';
import { drawNonce, hashOf } from './hash.ts';
import { afterShuffleEvent } from './state.ts';

/** What this browser adds to one shuffle. */
interface Own {
  readonly seat: Seat;
  readonly commitment: Digest;
  readonly nonce: Nonce;
  readonly hash: Digest;
}

export class Part {
  /** Null in a practice room. */
  #shuffle: ShuffleState | null;
  #match: number;
  #own: Own | null = null;
  /** How far `#own` has been sent. */
  #sent: 'nothing' | 'hash' | 'nonce' = 'nothing';
  /** The commitment of the newest shuffle for which the server said that it has this browser's nonce. */
  #taken: Digest | null = null;
  #record: Record | null = null;
  #checked: Checked | null = null;

  /** The part in the room of a first snapshot. */
  constructor(room: Room) {
    this.#shuffle = room.shuffle;
    this.#match = room.match_number;
    this.#missed(room);
  }

  /** What this browser says of the round that was over last; null before the first. */
  get checked(): Checked | null {
    return this.#checked;
  }

  /** Goes on from a snapshot; what is to be sent now. */
  refresh(room: Room): Command | null {
    const same = room.shuffle?.commitment === this.#shuffle?.commitment;
    this.#shuffle = room.shuffle;
    this.#match = room.match_number;
    if (!same || this.#record !== null) this.#missed(room);
    return this.#next(room);
  }

  /** Takes in a frame that is folded into `room` already; what is to be sent now. */
  follow(room: Room, events: readonly Event[]): Command | null {
    for (const event of events) {
      if (event.of === 'room') this.#roomEvent(room, event);
      else if (this.#record?.events) {
        this.#record = { ...this.#record, events: [...this.#record.events, event] };
      }
    }
    return this.#next(room);
  }

  #roomEvent(room: Room, event: RoomEvent): void {
    if (event.kind === 'match_started') this.#match = event.number;
    if (event.kind === 'contributed' && event.seat === this.#own?.seat)
      this.#taken = this.#shuffle?.commitment ?? null;
    // An attempt that failed is revealed as well; nothing was dealt from it.
    if (event.kind === 'revealed' && this.#record !== null) {
      this.#checked = check(this.#record, event);
      this.#record = null;
    }
    this.#shuffle = afterShuffleEvent(this.#shuffle, event, room.seats.length);
    if (event.kind === 'shuffled') this.#begin(room, []);
  }

  #begin(room: Room, events: Record['events']): void {
    if (this.#shuffle?.shuffle !== 'dealt') return;
    const { id, variant, you } = room;
    const { commitment, shares } = this.#shuffle;
    const own = this.#own?.commitment === commitment && this.#taken === commitment ? this.#own.hash : null;
    this.#record = { room: id, match: this.#match, variant, me: you.seat, commitment, shares, own, events };
  }

  /** Something happened that this browser did not see. */
  #missed(room: Room): void {
    this.#record = null;
    this.#begin(room, null);
  }

  #next(room: Room): Command | null {
    const seat = room.you.seat;
    if (seat === null || this.#shuffle === null) return null;
    const { commitment, round } = this.#shuffle;
    if (this.#shuffle.shuffle === 'open') {
      if (this.#own?.commitment !== commitment || this.#own.seat !== seat) {
        const nonce = drawNonce();
        this.#own = { seat, commitment, nonce, hash: hashOf(room.id, round, seat, nonce) };
        this.#sent = 'nothing';
      }
      const { hash } = this.#own;
      if (this.#sent !== 'nothing' || this.#shuffle.hashes[seat] === hash) return null;
      this.#sent = 'hash';
      return { type: 'pledge', room: room.id, commitment, hash };
    }
    if (this.#shuffle.shuffle === 'closed' && this.#own?.commitment === commitment && this.#sent === 'hash') {
      const { hash, nonce } = this.#own;
      if (this.#own.seat !== seat || this.#shuffle.hashes[seat] !== hash) return null;
      this.#sent = 'nonce';
      return { type: 'contribute', room: room.id, commitment, nonce };
    }
    return null;
  }
}
