/** What the table asks this player now. */
import type { Room } from '../store/room.ts';

/** Whether a bot plays for the player although it is here. */
export function isPlayedByBot({ seats, you }: Room): boolean {
  const occupant = you.seat === null ? null : (seats[you.seat]?.occupant ?? null);
  return occupant?.kind === 'player' && occupant.bot_plays;
}

/** Whether the player has a voice in the vote about somebody who is away. */
export const votes = ({ vote, you }: Room): boolean =>
  vote !== undefined && you.seat !== null && vote.seat !== you.seat;

export const isAsked = (room: Room): boolean =>
  votes(room) || isPlayedByBot(room) || (room.you.seat !== null && room.asked.length > 0);
