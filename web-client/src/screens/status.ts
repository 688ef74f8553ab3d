/**
 * What is expected now, as one sentence: the frame's part, for everything that is not an action of the game (ux-C2).
 *
 * Invariant: never empty, whatever the room's state and whoever looks.
 */
import { formatList } from '../i18n/locale.svelte.ts';
import { nameOf, type Room } from '../store/room.ts';
import { isShuffling } from '../table/contract.ts';
import { t } from './messages.ts';

/** The sentence for a room that waits for people and not for an action. */
export function roomStatus(room: Room): string {
  if (isShuffling(room.prompt.expects)) return t.statusShuffling;
  const me = room.you.seat;
  const ready = me !== null && room.seats[me]?.ready === true;
  if (room.stage === 'waiting') {
    const free = room.seats.filter(({ occupant }) => occupant === null).length;
    if (me === null && free > 0) return `${t.statusSit} – ${t.statusSeats(free)}`;
    if (free > 0) return t.statusSeats(free);
    if (room.host === room.you.player && othersReady(room)) return t.statusPressStart;
  }
  if (me !== null && !ready && !hostWaits(room)) {
    if (room.stage === 'over') return t.statusOver;
    return room.stage === 'between' ? t.statusBetween : t.statusPressReady;
  }
  const others = notReady(room).map((seat) => nameOf(room, seat) ?? t.seatN(seat + 1));
  if (others.length > 0) return t.statusWaitFor(formatList(others));
  return room.stage === 'over' ? t.statusWatching : t.statusBegins;
}

/** The host presses "Start" and not "Ready" before a match. */
const hostWaits = (room: Room): boolean => room.stage === 'waiting' && room.host === room.you.player;

const notReady = (room: Room): number[] =>
  room.seats.flatMap((seat, index) =>
    seat.ready || seat.occupant === null || index === room.you.seat ? [] : [index],
  );

const othersReady = (room: Room): boolean => notReady(room).length === 0;
