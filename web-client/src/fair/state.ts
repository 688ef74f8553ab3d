/**
 * How far the agreement on a shuffle is, folded from the room's events.
 *
 * Invariant: a state is never changed in place.
 */
import type { Digest, RoomEvent, Seat, ShuffleState } from '../protocol/types.ts';

/** The state after an event of a room with so many seats; null in a practice room, where nobody agrees on deals. */
export function afterShuffleEvent(
  state: ShuffleState | null,
  event: RoomEvent,
  seats: number,
): ShuffleState | null {
  if (state === null) return null;
  const { round, attempt, commitment } = state;
  switch (event.kind) {
    case 'committed':
      return {
        round: event.round,
        attempt: event.attempt,
        commitment: event.commitment,
        shuffle: 'open',
        hashes: Array.from({ length: seats }, () => null),
      };
    case 'pledged':
      return withHash(state, event.seat, event.hash);
    case 'sat':
    case 'stood':
      return withHash(state, event.seat, null);
    case 'list_closed':
      return { round, attempt, commitment, shuffle: 'closed', hashes: event.hashes };
    case 'shuffled':
      return { round, attempt, commitment, shuffle: 'dealt', shares: event.shares };
    default:
      return state;
  }
}

/** Hashes are of who sits there now, and fixed once the list is closed. */
function withHash(state: ShuffleState, seat: Seat, hash: Digest | null): ShuffleState {
  if (state.shuffle !== 'open') return state;
  return { ...state, hashes: state.hashes.map((other, index) => (index === seat ? hash : other)) };
}
