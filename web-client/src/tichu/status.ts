/**
 * What is expected now, as one sentence (ux-C2): never empty, whatever the phase and whoever looks.
 *
 * A bomb on top is named until something else lies there, so nobody misses who threw it (ux-T10).
 */
import { formatList } from '../i18n/locale.svelte.ts';
import type { Seat, TichuView } from '../protocol/types.ts';
import type { Names, StatusContext } from '../table/contract.ts';
import { isBomb } from './combination.ts';
import { boundBy, topOf } from './judge.ts';
import { t } from './messages.ts';
import { teamOf } from './seats.ts';
import { combinationName, rankMark } from './words.ts';

export function status({ view, prompt, me, name }: StatusContext<'tichu'>): string {
  const { phase } = view;
  const waiting = (): string => t.statusWait(formatList(prompt.seats.map(name)));
  const mine = me !== null && prompt.seats.includes(me);
  switch (phase.phase) {
    case 'between':
      return view.round === 0 ? t.statusDeal : t.statusBetween(view.round);
    case 'grand':
      return mine ? t.statusGrand : waiting();
    case 'exchange':
      return mine ? t.statusExchange : waiting();
    case 'turn':
      return turnStatus(view, phase, me, name);
    case 'bomb_window':
      return windowStatus(phase, me, name);
    case 'gift':
      return phase.from === me ? t.statusGift : t.statusGiftOther(name(phase.from));
    case 'over':
      return overStatus(phase.winner, me, name);
  }
}

type Phase<P extends TichuView['phase']['phase']> = Extract<TichuView['phase'], { phase: P }>;

function turnStatus(view: TichuView, { turn, trick }: Phase<'turn'>, me: Seat | null, name: Names): string {
  const top = topOf(trick);
  const bound = boundBy(view, me);
  if (turn !== me) {
    const next = top === null ? t.statusOtherLeads(name(turn)) : t.statusOtherTurn(name(turn));
    return top !== null && isBomb(top.combination)
      ? t.statusBombed(top.seat === me ? t.you : name(top.seat), combinationName(top.combination), next)
      : next;
  }
  if (top === null) return bound === null ? t.statusLead : t.statusLeadWish(rankMark(bound));
  if (bound !== null) return t.statusFollowWish(rankMark(bound));
  const on = combinationName(top.combination);
  return top.seat === me ? t.statusFollowOwn(on) : t.statusFollow(on, name(top.seat));
}

function windowStatus({ trick }: Phase<'bomb_window'>, me: Seat | null, name: Names): string {
  const owner = topOf(trick)?.seat;
  if (owner === undefined) return t.bombWindow;
  return owner === me ? t.statusWindowMine : t.statusWindow(name(owner));
}

function overStatus(winner: number | null, me: Seat | null, name: Names): string {
  if (winner === null) return t.statusDrawn;
  return me !== null && teamOf(me) === winner ? t.statusOverMine : t.statusOver(teamName(winner, name));
}

/** A team by its players: `Anna & Jan`. */
export const teamName = (team: number, name: Names): string => t.pair2(name(team), name(team + 2));
