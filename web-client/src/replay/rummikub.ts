/**
 * A Rummikub match, folded from its events for the replay: what lies where after each of them.
 *
 * Invariants: a board is never changed in place; a rack that the viewer may not know has `null` for each of its tiles, and
 * its length is always true.
 */
import type { Layout, RummikubEvent, Seat, Tile } from '../protocol/types.ts';

export interface RummikubBoard {
  readonly round: number;
  readonly racks: readonly (readonly (Tile | null)[])[];
  readonly pool: number;
  /** All that was thrown in this round and not taken, the oldest first. */
  readonly discards: readonly { readonly seat: Seat; readonly tile: Tile }[];
  readonly turn: Seat | null;
  /** The tile that the seat on turn has just taken. */
  readonly taken: Tile | null;
  /** The winner's groups, once somebody has declared. */
  readonly layout: Layout | null;
  readonly totals: readonly number[];
}

const RACK = 14;

export function emptyRummikub(seats: number): RummikubBoard {
  return {
    round: 0,
    racks: Array.from({ length: seats }, () => []),
    pool: 0,
    discards: [],
    turn: null,
    taken: null,
    layout: null,
    totals: Array.from({ length: seats }, () => 0),
  };
}

/** A rack without `tile`, or without one of its unknown tiles. */
function without(rack: readonly (Tile | null)[], tile: Tile): readonly (Tile | null)[] {
  const known = rack.indexOf(tile);
  const at = known >= 0 ? known : rack.indexOf(null);
  return at < 0 ? rack : rack.toSpliced(at, 1);
}

function withRack(
  board: RummikubBoard,
  seat: Seat,
  change: (rack: readonly (Tile | null)[]) => readonly (Tile | null)[],
): RummikubBoard {
  return { ...board, racks: board.racks.map((rack, index) => (index === seat ? change(rack) : rack)) };
}

const added = (totals: readonly number[], points: readonly number[]): number[] =>
  totals.map((total, seat) => total + (points[seat] ?? 0));

export function afterRummikub(board: RummikubBoard, event: RummikubEvent): RummikubBoard {
  switch (event.kind) {
    case 'dealt':
      return {
        ...board,
        round: event.round,
        racks: event.racks.map((rack) => rack ?? Array.from({ length: RACK }, () => null)),
        pool: event.pool,
        discards: [],
        turn: event.starter,
        taken: null,
        layout: null,
      };
    case 'took': {
      const { seat, from, tile = null } = event;
      const held = withRack({ ...board, turn: seat, taken: tile }, seat, (rack) => [...rack, tile]);
      return from === 'pool'
        ? { ...held, pool: held.pool - 1 }
        : { ...held, discards: held.discards.slice(0, -1) };
    }
    case 'threw': {
      const { seat, tile } = event;
      return {
        ...withRack(board, seat, (rack) => without(rack, tile)),
        discards: [...board.discards, { seat, tile }],
        turn: (seat + 1) % board.racks.length,
        taken: null,
      };
    }
    case 'reshuffled':
      return { ...board, pool: event.pool, discards: board.discards.slice(-1) };
    case 'declared':
      return {
        ...withRack(board, event.seat, () => []),
        discards: [...board.discards, { seat: event.seat, tile: event.throw }],
        turn: null,
        taken: null,
        layout: event.layout,
      };
    case 'round_ended': {
      // Penalties of the round are among its points (R16).
      const { racks, winner, points } = event.result;
      return {
        ...board,
        turn: null,
        // The winner's tiles lie in the groups.
        racks: racks.map((rack, seat) => (seat === winner ? [] : rack)),
        totals: added(board.totals, points),
      };
    }
    case 'match_ended':
      return { ...board, totals: event.totals };
    default:
      return board;
  }
}
