/**
 * The steps of a replay: one for each event that a player would tell, with the table as it stands after it.
 *
 * Invariant: every event is folded in, also those that make no step of their own.
 */
import type { Event, Seat, Variant } from '../protocol/types.ts';
import { afterRummikub, emptyRummikub, type RummikubBoard } from './rummikub.ts';
import { afterTichu, emptyTichu, type TichuBoard } from './tichu.ts';

export type Board =
  | { readonly game: 'rummikub'; readonly board: RummikubBoard }
  | { readonly game: 'tichu'; readonly board: TichuBoard };

export interface Step {
  readonly event: Event;
  readonly round: number;
  readonly table: Board;
}

/** What happens without anybody seeing more for it. */
const SILENT: ReadonlySet<string> = new Set(['answered', 'submitted', 'window_opened', 'timed_out']);

export function stepsOf(variant: Variant, events: readonly Event[]): Step[] {
  let table: Board =
    variant.game === 'rummikub'
      ? { game: 'rummikub', board: emptyRummikub(variant.seats) }
      : { game: 'tichu', board: emptyTichu() };
  const steps: Step[] = [];
  for (const event of events) {
    if (event.of === 'rummikub' && table.game === 'rummikub') {
      table = { game: 'rummikub', board: afterRummikub(table.board, event) };
    } else if (event.of === 'tichu' && table.game === 'tichu') {
      table = { game: 'tichu', board: afterTichu(table.board, event) };
    } else {
      continue;
    }
    if (!SILENT.has(event.kind)) steps.push({ event, round: table.board.round, table });
  }
  return steps;
}

/** How many seats a game has. */
export const seatsOf = (variant: Variant): Seat => (variant.game === 'rummikub' ? variant.seats : 4);

/** Milliseconds that a step stays when the replay runs by itself, at a speed from 0.5 to 4. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export const pace = (speed: number): number => 1_200 / speed;
