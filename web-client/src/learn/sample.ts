/** A view of Tichu before a deal, for tests. */
import type { TichuView, View } from '../protocol/types.ts';
import { sampleView } from '../tichu/sample.ts';

export const view = (change: Partial<TichuView>): View => ({
  game: 'tichu',
  ...sampleView({ phase: { phase: 'between' }, hand: [], ...change }),
});
