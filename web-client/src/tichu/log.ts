/**
 * One event as a line of the log: who, what, and the cards to draw beside it (ux-C17).
 *
 * Invariant: the text alone says everything, so it is also what is spoken.
 */
import { formatList } from '../i18n/locale.svelte.ts';
import type { Card, Seat, TichuEvent } from '../protocol/types.ts';
import type { Names } from '../table/contract.ts';
import { t } from './messages.ts';
import { seatAt, SIDES } from './seats.ts';
import { teamName } from './status.ts';
import { cardName, combinationName, rankMark } from './words.ts';

export interface Line {
  /** The player with whom the line begins; null when it is about the table. */
  readonly who: string | null;
  readonly text: string;
  /** Cards to draw after the text; the text does not lean on them. */
  readonly cards?: readonly Card[];
}

/** The lines of an event, most often one; none for what needs none. */
export function linesOf(event: TichuEvent, name: Names): Line[] {
  const by = (seat: Seat, text: string, cards?: readonly Card[]): Line[] => [
    { who: name(seat), text, ...(cards ? { cards } : {}) },
  ];
  const table = (text: string): Line[] => [{ who: null, text }];
  switch (event.kind) {
    case 'dealt':
      return table(event.count === 8 ? t.logRound(event.round) : t.logSix);
    case 'answered':
      return by(
        event.seat,
        event.grand === undefined ? t.logAnswered : event.grand ? t.logGrand : t.logDeclined,
      );
    case 'grand_revealed':
      return event.callers.length === 0
        ? table(t.grandNobody)
        : event.callers.flatMap((seat) => by(seat, t.logGrand));
    case 'called':
      return by(event.seat, t.logTichu);
    case 'submitted':
      return by(event.seat, t.logSubmitted);
    case 'exchanged':
      return [...exchangeLines(event, name), ...by(event.leader, t.logLeader)];
    case 'timed_out':
      return by(event.seat, t.logTimedOut);
    case 'played':
      return [
        ...by(event.seat, t.logPlayed(combinationName(event.combination)), event.cards),
        ...(event.wish === undefined ? [] : by(event.seat, t.logWishes(rankMark(event.wish)))),
      ];
    case 'wish_fulfilled':
      return table(t.logWishFulfilled(rankMark(event.rank)));
    case 'passed':
      return by(event.seat, t.logPassed);
    case 'went_out':
      return by(event.seat, t.logOut[event.place as 1 | 2 | 3]);
    case 'dog_gave':
      return by(event.from, t.logDog(name(event.to)));
    case 'window_opened':
      return [];
    case 'trick_taken':
      return by(event.seat, t.logTaken(t.points(event.points)));
    case 'dragon_given':
      return by(event.from, t.logDragon(name(event.to), t.points(event.points)));
    case 'round_ended':
      return table(
        t.logRoundEnded(
          event.result.round,
          `${teamName(0, name)} ${t.signed(event.result.points[0])}`,
          `${teamName(1, name)} ${t.signed(event.result.points[1])}`,
        ),
      );
    case 'match_ended':
      return table(event.winner === null ? t.logDrawn : t.logMatch(teamName(event.winner, name)));
  }
}

/** What the viewer gave and got: of all seats only its own is filled (T4). */
function exchangeLines({ given, received }: Extract<TichuEvent, { kind: 'exchanged' }>, name: Names): Line[] {
  return [given, received].flatMap((exchanges, got) =>
    exchanges.flatMap((exchange, seat): Line[] => {
      if (!exchange) return [];
      const parts = SIDES.map((side) => {
        const other = name(seatAt(seat, side));
        return `${cardName(exchange[side])} ${got ? t.logFrom(other) : t.logTo(other)}`;
      });
      return [
        {
          who: name(seat),
          text: `${got ? t.logGot : t.logGave} ${formatList(parts)}`,
          cards: SIDES.map((side) => exchange[side]),
        },
      ];
    }),
  );
}

/** The line as it is spoken. */
export const spoken = ({ who, text }: Line): string => (who === null ? text : `${who} ${text}`);
