/** Texts of what the table asks: votes about who is away, and hands that are shown. */
import { dictionary, type Same } from '../i18n/dictionary.ts';
import type en from './messages/en.ts';

export type Texts = Same<typeof en>;

export const t = dictionary<Texts>({
  en: () => import('./messages/en.ts'),
  uk: () => import('./messages/uk.ts'),
  de: () => import('./messages/de.ts'),
  ro: () => import('./messages/ro.ts'),
  tr: () => import('./messages/tr.ts'),
});
