/** Tichu, as the frame around the table knows it. */
import type { GameUi } from '../table/contract.ts';
import { keys } from './keys.ts';
import LogLine from './LogLine.svelte';
import { t } from './messages.ts';
import { scores } from './scores.ts';
import { status } from './status.ts';
import Table from './Table.svelte';

export const game: GameUi<'tichu'> = {
  Table,
  LogLine,
  status,
  scores,
  keys,
  reasons: (code) => (t.illegal as Readonly<Record<string, string>>)[code],
};
