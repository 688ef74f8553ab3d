/**
 * Where a guided first round begins, in the notation of positions: hands that show what the guide speaks of.
 *
 * Rummikub: four groups but for one tile, with a joker; the pool first brings a tile that does not fit and then only such
 * as complete the rack. Tichu: the Mah Jong with a straight from it, the Dog and the Phoenix.
 * Invariant: every tile and every card is in it exactly once (R1, T1); `positions.test.ts` counts them.
 */
import type { GameKind } from '../protocol/types.ts';

const MINE = 'R4 R5 R6 O9 B9 K9 K1 K2 K3 K4 J B12 B13 O3'.split(' ');
const BOTS = 'R1 R12 O1 O5 O8 O13 B2 B4 B7 K7 K11 K13 R10 B6'.split(' ');
const NEXT = 'O11 R3 R7 K5 R9 B11'.split(' ');

/** The tiles that lie nowhere else, in an order that does not matter. */
function rest(used: readonly string[]): string[] {
  const all = ['R', 'O', 'B', 'K'].flatMap((colour) =>
    Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`),
  );
  return [...all.filter((tile) => !used.includes(tile)), 'J'];
}

const RUMMIKUB = [
  'round 1',
  'starter 0',
  `rack 0 ${MINE.join(' ')}`,
  `rack 1 ${BOTS.join(' ')}`,
  `pool ${[...NEXT, ...rest([...MINE, ...BOTS, ...NEXT])].join(' ')}`,
  'turn 0 take',
].join('\n');

const TICHU = [
  'round 1',
  'hand 0 1 2j 3p 4s 5t 9j 9s Kp',
  'hand 1 2s 4j 6j 7t 8p Tj Qs As',
  'hand 2 3j 5s 6p 8j 9p Jt Kj Aj',
  'hand 3 2t 4t 6s 7j 8t Ts Jj Qt',
  'next 0 D P 6t 7p Jp At',
  'next 1 2p 3s 5j 9t Js Kt',
  'next 2 3t 7s Tp Qj Qp R',
  'next 3 4p 5p 8s Tt Ks Ap',
  'grand',
].join('\n');

export const POSITIONS: Readonly<Record<GameKind, string>> = { rummikub: RUMMIKUB, tichu: TICHU };
