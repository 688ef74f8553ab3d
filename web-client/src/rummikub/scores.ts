/** The score table: a row for each round, a column for each seat (R18, R19). */
import type { RummikubView, Seat } from '../protocol/types.ts';
import type { Names, ScoreTable } from '../table/contract.ts';
import { t } from './messages.ts';

interface Context {
  readonly view: RummikubView;
  readonly me: Seat | null;
  readonly name: Names;
}

export function scores({ view, me, name }: Context): ScoreTable {
  const { length } = view.variant;
  return {
    columns: view.totals.map((_, seat) => ({ name: name(seat), mine: seat === me })),
    rows: view.results.map(({ round, winner, points }) => ({
      label: String(round),
      cells: points.map((gained, seat) => ({ points: gained, notes: seat === winner ? [t.winnerMark] : [] })),
    })),
    totals: view.totals,
    goal: 'rounds' in length ? t.goalRounds(length.rounds) : t.goalPoints(length.target),
    winners: view.phase.phase === 'over' ? view.phase.winners : [],
  };
}
