/** The status line: what is expected now, one short sentence for every phase and viewer (ux-C2). */
import { formatList } from '../i18n/locale.svelte.ts';
import type { RummikubView, Seat, Thrown } from '../protocol/types.ts';
import type { Names } from '../table/contract.ts';
import { t } from './messages.ts';
import { tileName } from './names.ts';
import { isJoker } from './tile.ts';

/** The discard that the seat on turn may take (R9, R11); null when there is none. */
export function takeable(view: RummikubView): Thrown | null {
  const last = view.discards.at(-1);
  if (view.phase.phase !== 'take' || !last || !view.variant.take_discard) return null;
  return isJoker(last.tile) ? null : last;
}

interface Context {
  readonly view: RummikubView;
  readonly me: Seat | null;
  readonly name: Names;
}

export function status({ view, me, name }: Context): string {
  const { phase } = view;
  switch (phase.phase) {
    case 'between':
      return view.round === 0 ? t.statusBefore : t.statusBetween(view.round);
    case 'take': {
      if (phase.turn !== me) return t.statusOtherTakes(name(phase.turn));
      const source = takeable(view);
      return source === null ? t.statusTake : t.statusTakeEither(tileName(source.tile));
    }
    case 'throw':
      return phase.turn === me ? t.statusThrow : t.statusOtherThrows(name(phase.turn));
    case 'over': {
      const [first] = phase.winners;
      if (phase.winners.length !== 1 || first === undefined)
        return t.statusTie(formatList(phase.winners.map(name)));
      return first === me ? t.statusYouOver : t.statusOver(name(first));
    }
  }
}
