/** The keys of the Rummikub table, as the list of `?` shows them (ux-C25). */
import type { Shortcut } from '../table/shortcuts.ts';
import { t } from './messages.ts';

export const keys = (): readonly Shortcut[] => [
  { keys: '← ↑ → ↓', does: t.keyMove },
  { keys: 'Space', does: t.keyPick },
  { keys: 'Shift ← →', does: t.keyGroup },
  { keys: 'D', does: t.keyDraw },
  { keys: 'F', does: t.keyFinish },
  { keys: 'N', does: t.keyRuns },
  { keys: 'C', does: t.keySets },
  { keys: 'U', does: t.keyUndo },
];
