/**
 * A Tichu match, folded from its events for the replay: hands, calls, the trick and the points after each of them.
 *
 * Invariants: a board is never changed in place; a hand that the viewer may not know is `null`, its count is always true.
 */
import type { Card, Combination, Exchange, Rank, Seat, TichuEvent } from '../protocol/types.ts';

export interface Laid {
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly combination: Combination;
}

export interface TichuBoard {
  readonly round: number;
  readonly hands: readonly (readonly Card[] | null)[];
  readonly counts: readonly number[];
  readonly calls: readonly ('tichu' | 'grand' | null)[];
  /** The place of each seat that is out, from 1. */
  readonly places: readonly (number | null)[];
  /** The plays of the trick on the table, the lead first. */
  readonly trick: readonly Laid[];
  /** Who took that trick; null while it is played. */
  readonly taker: Seat | null;
  /** Card points that each seat has won in this round. */
  readonly won: readonly number[];
  readonly wish: Rank | null;
  readonly totals: readonly [number, number];
}

const four = <T>(value: T): T[] => [value, value, value, value];

export function emptyTichu(): TichuBoard {
  return {
    round: 0,
    hands: four([]),
    counts: four(0),
    calls: four(null),
    places: four(null),
    trick: [],
    taker: null,
    won: four(0),
    wish: null,
    totals: [0, 0],
  };
}

const at = <T>(list: readonly T[], seat: Seat, change: (value: T) => T): T[] =>
  list.map((value, index) => (index === seat ? change(value) : value));

const cardsOf = ({ left, partner, right }: Exchange): Card[] => [left, partner, right];

/** The next play opens a new trick when the last one was taken. */
const open = (board: TichuBoard): readonly Laid[] => (board.taker === null ? board.trick : []);

export function afterTichu(board: TichuBoard, event: TichuEvent): TichuBoard {
  switch (event.kind) {
    case 'dealt': {
      const fresh = event.count === 8 ? { ...emptyTichu(), totals: board.totals, round: event.round } : board;
      return {
        ...fresh,
        hands: fresh.hands.map((hand, seat) => {
          const cards = event.cards[seat] ?? null;
          return hand === null || cards === null ? null : [...hand, ...cards];
        }),
        counts: fresh.counts.map((count) => count + event.count),
      };
    }
    case 'grand_revealed':
      return {
        ...board,
        calls: board.calls.map((call, seat) => (event.callers.includes(seat) ? 'grand' : call)),
      };
    case 'called':
      return { ...board, calls: at(board.calls, event.seat, () => 'tichu' as const) };
    case 'exchanged':
      return {
        ...board,
        hands: board.hands.map((hand, seat) => {
          const given = event.given[seat];
          const received = event.received[seat];
          if (hand === null || !given || !received) return hand;
          const gone = cardsOf(given);
          return [...hand.filter((card) => !gone.includes(card)), ...cardsOf(received)];
        }),
      };
    case 'played': {
      const { seat, cards, combination, wish = null } = event;
      return {
        ...board,
        hands: at(board.hands, seat, (hand) => hand?.filter((card) => !cards.includes(card)) ?? null),
        counts: at(board.counts, seat, (count) => count - cards.length),
        trick: [...open(board), { seat, cards, combination }],
        taker: null,
        wish: wish ?? board.wish,
      };
    }
    case 'wish_fulfilled':
      return { ...board, wish: null };
    case 'went_out':
      return { ...board, places: at(board.places, event.seat, () => event.place) };
    case 'dog_gave':
      return { ...board, taker: event.to };
    case 'trick_taken':
      return {
        ...board,
        taker: event.seat,
        won: at(board.won, event.seat, (points) => points + event.points),
      };
    case 'dragon_given':
      return { ...board, taker: event.to, won: at(board.won, event.to, (points) => points + event.points) };
    case 'round_ended':
      return { ...board, totals: sum(board.totals, event.result.points), wish: null };
    case 'match_ended':
      return { ...board, totals: event.totals };
    default:
      return board;
  }
}

const sum = (totals: readonly [number, number], points: readonly number[]): [number, number] => [
  totals[0] + (points[0] ?? 0),
  totals[1] + (points[1] ?? 0),
];
