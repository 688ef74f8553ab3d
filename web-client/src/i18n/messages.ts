/** Why the server rejected a command. */
import { dictionary, type Same } from './dictionary.ts';
import { frame } from './frame.ts';
import type en from './messages/en.ts';

export type Texts = Same<typeof en>;

export const t = dictionary<Texts>(frame('reasons'));
