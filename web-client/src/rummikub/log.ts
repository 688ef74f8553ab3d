/** What happened, as one line of the log (ux-C17): a sentence with tiles in it. */
import { formatList, formatSigned } from '../i18n/locale.svelte.ts';
import type { RummikubEvent } from '../protocol/types.ts';
import type { Names } from '../table/contract.ts';
import { t } from './messages.ts';
import { tileName } from './names.ts';
import type { Face } from './tile.ts';

/** The line of an event: its text, and the tiles that are drawn beside it. */
export interface Line {
  readonly text: string;
  /** Groups of tiles, in the order of the event. */
  readonly tiles: readonly (readonly Face[])[];
}

const line = (text: string, ...tiles: (readonly Face[])[]): Line => ({ text, tiles });

export function lineOf(event: RummikubEvent, name: Names): Line {
  switch (event.kind) {
    case 'dealt':
      return line(t.logDealt(event.round, name(event.starter)));
    case 'timed_out':
      return line(t.logTimedOut(name(event.seat)));
    case 'took': {
      const { seat, tile } = event;
      if (tile === undefined) return line(t.logTookPool(name(seat)));
      const text = event.from === 'pool' ? t.logTookPoolTile : t.logTookDiscard;
      return line(text(name(seat), tileName(tile)), [tile]);
    }
    case 'threw':
      return line(t.logThrew(name(event.seat), tileName(event.tile)), [event.tile]);
    case 'reshuffled':
      return line(t.logReshuffled(event.pool));
    case 'refused': {
      const penalty = event.points.find((points) => points !== 0);
      const text = t.logRefused(name(event.seat));
      return line(penalty === undefined ? text : `${text}. ${t.refusedPenalty}`);
    }
    case 'declared':
      return line(t.logDeclared(name(event.seat), tileName(event.throw)), ...event.layout, [event.throw]);
    case 'round_ended': {
      const { round, winner, points } = event.result;
      if (winner === null) return line(t.logRoundDrawn(round));
      return line(t.logRoundWon(round, name(winner), formatSigned(points[winner] ?? 0)));
    }
    case 'match_ended': {
      const names = formatList(event.winners.map(name));
      return line(event.winners.length > 1 ? t.logMatchTie(names) : t.logMatch(names));
    }
  }
}
