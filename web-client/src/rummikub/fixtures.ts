/** Rooms and views for tests: a table in the middle of a round, changed as a test needs it. */
import type { Prompt, RummikubEvent, RummikubView, Seat } from '../protocol/types.ts';
import type { Room } from '../store/room.ts';
import { openShuffle } from '../testing/server.ts';

/** A rack of 14 tiles in four groups. */
export const RACK = 'R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12'.split(' ');

const NAMES = ['Anna', 'Jan', 'Olena', 'Petro'];

export const name = (seat: Seat): string => NAMES[seat] ?? '?';

/** Seat 0 of two must take a tile; seat 1 threw `R11`. */
export function viewOf(changes: Partial<RummikubView> = {}): RummikubView {
  return {
    variant: {
      seats: 2,
      copies: 1,
      take_discard: true,
      reshuffles: 3,
      wrong_declaration: 'free',
      scoring: 'rounds',
      length: { rounds: 5 },
      turn_seconds: 60,
    },
    seat: 0,
    round: 2,
    phase: { phase: 'take', turn: 0 },
    rack: RACK,
    taken: null,
    counts: [14, 14],
    pool: 24,
    reshuffles: 3,
    discards: [
      { seat: 0, tile: 'B8' },
      { seat: 1, tile: 'R11' },
    ],
    totals: [1, 0],
    results: [{ round: 1, winner: 0, layout: [], throw: 'K1', racks: [[], []], points: [1, 0] }],
    ...changes,
  };
}

/** The view of seat 0 after it took `tile` from the pool. */
export const holding = (tile: string, changes: Partial<RummikubView> = {}): RummikubView =>
  viewOf({
    phase: { phase: 'throw', turn: 0, from_discards: null, refused: 0 },
    rack: [...RACK, tile],
    taken: tile,
    counts: [15, 14],
    pool: 23,
    ...changes,
  });

export function promptOf(view: RummikubView): Prompt {
  const { phase } = view;
  if (phase.phase === 'take' || phase.phase === 'throw') {
    return { number: 7, seats: [phase.turn], expects: phase.phase };
  }
  return { number: 7, seats: [0, 1], expects: 'ready' };
}

let frames = 0;

export function roomOf(view: RummikubView, latest: readonly RummikubEvent[] = []): Room {
  frames += 1;
  return {
    id: 'ROOM0001',
    asked: [],
    seq: frames,
    log: [],
    latest: latest.map((event) => ({ of: 'rummikub', ...event })),
    title: 'Anna',
    public: false,
    hints: true,
    practice: false,
    invite: 'INVITE',
    host: 'p0',
    variant: { game: 'rummikub', ...view.variant },
    bank_ms: 60_000,
    seats: view.counts.map((_, seat) => ({
      ready: false,
      bank_ms: 60_000,
      occupant: {
        kind: 'player',
        bot_plays: false,
        player: { id: `p${seat}`, name: name(seat), connected: true, since: 0 },
      },
    })),
    spectators: [],
    stage: 'playing',
    match_number: 1,
    chat: [],
    you: { player: 'p0', seat: view.seat },
    prompt: promptOf(view),
    shuffle: openShuffle(view.counts.length),
    checked: null,
    view: { game: 'rummikub', ...view },
  };
}
