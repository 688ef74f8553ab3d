/** Whom the player does not want to hear, by player id: for this browser, until it is taken back (ux-C21). */
import { recall, remember } from '../ui/remember.ts';
import type { Line } from '../store/room.ts';
import { settings } from '../store/settings.svelte.ts';

/** Names that are kept; the oldest are forgotten first. */
const MOST = 100;

let ids = $state.raw<readonly string[]>((recall('muted') ?? '').split(' ').filter(Boolean));

export const isMuted = (player: string): boolean => ids.includes(player);

export function mute(player: string, on: boolean): void {
  ids = [...ids.filter((id) => id !== player), ...(on ? [player] : [])].slice(-MOST);
  remember('muted', ids.length === 0 ? null : ids.join(' '));
}

/** The lines of those who are heard: not of the muted, and not of spectators if the player hides their channel (ux-C22). */
export function heard(chat: readonly Line[]): readonly Line[] {
  const table = settings.is('table_talk');
  return chat.filter(({ player, channel }) => !isMuted(player) && (!table || channel === 'table'));
}
