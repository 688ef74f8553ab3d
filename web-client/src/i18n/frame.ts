/** The texts that every page needs, in one file a language, so that a first visit fetches them in one request. */
import type { Texts as Reasons } from './messages.ts';
import type { Texts as Screens } from '../screens/messages.ts';
import type { Texts as Table } from '../table/messages.ts';
import type { Texts as Ui } from '../ui/messages.ts';
import type { Languages } from './dictionary.ts';
import type { Locale } from './locale.svelte.ts';

interface Frame {
  readonly reasons: Reasons;
  readonly screens: Screens;
  readonly table: Table;
  readonly ui: Ui;
}

const FRAME: { readonly [L in Locale]: () => Promise<Frame> } = {
  en: () => import('./frame/en.ts'),
  uk: () => import('./frame/uk.ts'),
  de: () => import('./frame/de.ts'),
  ro: () => import('./frame/ro.ts'),
  tr: () => import('./frame/tr.ts'),
};

/** One part of them, for its `dictionary()`. */
export function frame<Part extends keyof Frame>(part: Part): Languages<Frame[Part]> {
  const of = (language: Locale) => async () => ({ default: (await FRAME[language]())[part] });
  return { en: of('en'), uk: of('uk'), de: of('de'), ro: of('ro'), tr: of('tr') };
}
