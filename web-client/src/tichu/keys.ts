/** The keys of the Tichu table, as the list of `?` shows them (ux-C25). */
import type { Shortcut } from '../table/shortcuts.ts';
import { t } from './messages.ts';

export const keys = (): readonly Shortcut[] => [
  { keys: '← ↑ → ↓', does: t.keyMove },
  { keys: 'Space', does: t.keyRaise },
  { keys: 'Enter', does: t.keyPlay },
  { keys: 'P', does: t.keyPass },
  { keys: 'B', does: t.keyBomb },
  { keys: 'T', does: t.keyTichu },
  { keys: 'L', does: t.keyLast },
  { keys: 'Alt ← →', does: t.keyOrder },
];
