/** A view of Tichu for tests. */
import type { TichuView, View } from '../protocol/types.ts';

export const view = (change: Partial<TichuView>): View => ({
  game: 'tichu',
  variant: {
    length: { target: 1000 },
    tie: 'play_on',
    bomb_window_ms: 2000,
    wish_bomb: true,
    wish_lead: false,
    late_call: true,
    turn_seconds: 0,
  },
  seat: 0,
  round: 1,
  phase: { phase: 'between' },
  hand: [],
  counts: [14, 14, 14, 14],
  calls: [null, null, null, null],
  played: [],
  out: [],
  wish: null,
  won: [0, 0, 0, 0],
  last_trick: null,
  given: null,
  received: null,
  totals: [0, 0],
  results: [],
  ...change,
});
