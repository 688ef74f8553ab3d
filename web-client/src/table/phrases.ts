/**
 * Quick phrases: a line of chat that is one of a few words between colons, which each page says in its own language
 * (ux-C21).
 *
 * They travel as chat, so the server's limits on chat hold for them, and a client that does not know them shows the
 * word.
 */
import type { IconName } from '../icons/Icon.svelte';
import { t } from './messages.ts';

export const PHRASES = ['hello', 'luck', 'nice', 'thanks', 'oops', 'haha', 'moment', 'hurry'] as const;
export type Phrase = (typeof PHRASES)[number];

export const SIGNS: Record<Phrase, IconName> = {
  hello: 'hand',
  luck: 'clover',
  nice: 'thumb',
  thanks: 'heart',
  oops: 'face_oops',
  haha: 'face_laugh',
  moment: 'face_think',
  hurry: 'hourglass',
};

export const wireOf = (phrase: Phrase): string => `:${phrase}:`;

/** The phrase that a line of chat is; null when it is a text. */
export const phraseOf = (text: string): Phrase | null =>
  PHRASES.find((phrase) => text === wireOf(phrase)) ?? null;

/** What a line of chat says, in the viewer's language. */
export function said(text: string): string {
  const phrase = phraseOf(text);
  return phrase === null ? text : t.phrases[phrase];
}
