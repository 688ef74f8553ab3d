/** The score table: rounds as rows, teams as columns, with calls and double victories (ux-T12). */
import { formatNumber } from '../i18n/locale.svelte.ts';
import type { Seat, TichuRoundResult } from '../protocol/types.ts';
import type { Names, ScoreTable, StatusContext } from '../table/contract.ts';
import { t } from './messages.ts';
import { SEATS, teamOf } from './seats.ts';
import { teamName } from './status.ts';

/** A call and whether it was made: the caller went out first (T24). */
export interface CallResult {
  readonly seat: Seat;
  readonly call: 'tichu' | 'grand';
  readonly made: boolean;
}

export function callsOf({ calls, out }: TichuRoundResult): CallResult[] {
  return SEATS.flatMap((seat) => {
    const call = calls[seat];
    return call ? [{ seat, call, made: out[0] === seat }] : [];
  });
}

/** The team that won the round with a double victory (T22), or null. */
export const doubleVictoryOf = ({ double_victory, out }: TichuRoundResult): 0 | 1 | null =>
  double_victory && out[0] !== undefined ? teamOf(out[0]) : null;

const TEAMS = [0, 1] as const;

function notesOf(result: TichuRoundResult, team: 0 | 1, name: Names): string[] {
  const calls = callsOf(result).filter(({ seat }) => teamOf(seat) === team);
  return [
    doubleVictoryOf(result) === team ? t.doubleVictory : t.cardPoints(t.signed(result.cards[team])),
    ...calls.map(({ seat, call, made }) => (made ? t.callMade : t.callFailed)(name(seat), t.callName[call])),
  ];
}

export function scores({ view, me, name }: Omit<StatusContext<'tichu'>, 'prompt'>): ScoreTable {
  const { length } = view.variant;
  const { phase } = view;
  return {
    columns: TEAMS.map((team) => ({ name: teamName(team, name), mine: me !== null && teamOf(me) === team })),
    rows: view.results.map((result) => ({
      label: String(result.round),
      cells: TEAMS.map((team) => ({ points: result.points[team], notes: notesOf(result, team, name) })),
    })),
    totals: view.totals,
    goal: 'target' in length ? t.goalTarget(formatNumber(length.target)) : t.goalRounds(length.rounds),
    winners: phase.phase === 'over' && phase.winner !== null ? [phase.winner] : [],
  };
}
