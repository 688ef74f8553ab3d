/** Texts of the parts that both tables use. */
import { dictionary, type Same } from '../i18n/dictionary.ts';
import { frame } from '../i18n/frame.ts';
import type en from './messages/en.ts';

export type Texts = Same<typeof en>;

export const t = dictionary<Texts>(frame('table'));
