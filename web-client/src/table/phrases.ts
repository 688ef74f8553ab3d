/** Quick phrases, which each page says in its own language (ux-C21). */
import type { IconName } from '../icons/Icon.svelte';
import type { Emote } from '../protocol/types.ts';
import type { Line } from '../store/room.ts';
import { t } from './messages.ts';

/** Each phrase with its sign, in the order of the menu. */
export const SIGNS: Readonly<Record<Emote, IconName>> = {
  hello: 'hand',
  good_luck: 'clover',
  well_played: 'thumb',
  thanks: 'heart',
  sorry: 'face_oops',
  wow: 'face_wow',
  thinking: 'face_think',
  hurry: 'hourglass',
};

export const PHRASES = Object.keys(SIGNS) as readonly Emote[];

/** What a line says, in the viewer's language. */
export const said = ({ emote, text }: Line): string => (emote === undefined ? text : t.phrases[emote]);
