/**
 * What a player may do now, and what raised cards are.
 *
 * All of it follows from the view, as on the server, which has the last word. Lists of every legal action would be
 * longer than all else that is sent (2,184 exchanges), so the client does not ask for them.
 */
import type { Card, Combination, Rank, Seat, TichuAction, TichuView, Trick } from '../protocol/types.ts';
import { numberOf, rankAt, rankOf, RANKS, SUITS } from './card.ts';
import { beats, isBomb, isLike, readings, sizeOf, type Reading } from './combination.ts';

export type Play = Extract<TichuAction, { kind: 'play' }>;

/** Why raised cards cannot be played: the referee's codes, as far as a browser can know them. */
export type Reason =
  | 'not_a_combination'
  | 'dog_only_as_lead'
  | 'wrong_kind'
  | 'does_not_beat'
  | 'wish_must_be_played'
  | 'not_your_turn'
  | 'wrong_phase';

export type Verdict =
  | { readonly kind: 'nothing' }
  /** May be played now, in each of these readings. */
  | { readonly kind: 'legal'; readonly readings: readonly Reading[] }
  /** May be led as soon as the bomb window is over (ux-T10). */
  | { readonly kind: 'queue'; readonly readings: readonly Reading[] }
  | { readonly kind: 'illegal'; readonly reason: Reason; readonly reading: Reading | null };

/** A bomb of a hand. */
export interface Bomb {
  readonly cards: Card[];
  readonly combination: Combination;
}

/** The trick that lies; none where the phase has none. */
export const trickOf = ({ phase }: TichuView): Trick | null => ('trick' in phase ? phase.trick : null);

type PlayStep = Extract<Trick['steps'][number], { kind: 'play' }>;

/** The plays of a trick, the lead first. */
export const playsOf = (trick: Trick | null): PlayStep[] =>
  (trick?.steps ?? []).filter((step): step is PlayStep => step.kind === 'play');

/** The play on top; null before the lead. */
export const topOf = (trick: Trick | null): PlayStep | null => playsOf(trick).at(-1) ?? null;

/** Who has passed since the top play. */
export function passedOf(trick: Trick | null): Seat[] {
  const steps = trick?.steps ?? [];
  return steps.slice(steps.findLastIndex(({ kind }) => kind === 'play') + 1).map(({ seat }) => seat);
}

/** The seat that leads when the trick is collected (T12). */
export function nextLeader(view: TichuView): Seat | null {
  const owner = topOf(trickOf(view))?.seat;
  if (owner === undefined) return null;
  return [0, 1, 2, 3].map((step) => (owner + step) % 4).find((seat) => !view.out.includes(seat)) ?? null;
}

/** What must be beaten; null when nothing lies. */
const lyingIn = (view: TichuView): Combination | null => topOf(trickOf(view))?.combination ?? null;

/** Whether a seat is on turn, to lead or to follow. */
export const isOnTurn = ({ phase }: TichuView, me: Seat | null): boolean =>
  phase.phase === 'turn' && phase.turn === me;

/** Every bomb of a hand (T8), the weakest first. */
export function bombsIn(hand: readonly Card[]): Bomb[] {
  const found: Card[][] = RANKS.map((rank) => hand.filter((card) => rankOf(card) === rank)).filter(
    (cards) => cards.length === 4,
  );
  for (const suit of SUITS) {
    for (const lowest of RANKS) {
      const run: Card[] = [];
      for (let rank: Rank | null = lowest; rank !== null && hand.includes(`${rank}${suit}`);) {
        run.push(`${rank}${suit}`);
        if (run.length >= 5) found.push([...run]);
        rank = rankAt(numberOf(rank) + 1);
      }
    }
  }
  return found
    .flatMap((cards): Bomb[] => readings(cards).map(({ combination }) => ({ cards, combination })))
    .sort((a, b) => (beats(a.combination, b.combination) ? 1 : -1));
}

/** The bombs that the viewer may throw now, in or out of turn (T15). */
export function legalBombs(view: TichuView, me: Seat | null, bound: Rank | null): Bomb[] {
  const on = lyingIn(view);
  if (me === null || view.hand === null || on === null || view.phase.phase === 'gift') return [];
  return bombsIn(view.hand).filter(
    (bomb) =>
      beats(bomb.combination, on) && (bound === null || view.variant.wish_bomb || holds(bomb.cards, bound)),
  );
}

const holds = (cards: readonly Card[], rank: Rank): boolean => cards.some((card) => rankOf(card) === rank);

/** The wished rank if the viewer is on turn and must play it (T19); null otherwise. */
export function boundBy(view: TichuView, me: Seat | null): Rank | null {
  const { wish, hand } = view;
  if (wish === null || hand === null || !isOnTurn(view, me)) return null;
  return canPlay(hand, lyingIn(view), wish) ? wish : null;
}

/** Whether a hand can play a natural card of `rank` on what lies: in a like combination, or in a bomb (T19). */
function canPlay(hand: readonly Card[], on: Combination | null, rank: Rank): boolean {
  if (!holds(hand, rank)) return false;
  if (on === null) return true;
  const fulfils = ({ cards, combination }: Bomb): boolean => holds(cards, rank) && beats(combination, on);
  if (bombsIn(hand).some(fulfils)) return true;
  const first = hand.filter((card) => rankOf(card) === rank);
  const size = sizeOf(on);
  // A combination holds any number of the rank; each choice of the others is tried beside one to four of them.
  const others = hand.filter((card) => rankOf(card) !== rank);
  return first.some((_, at) => {
    const wished = first.slice(0, at + 1);
    return choices(others, size - wished.length).some((rest) =>
      readings([...wished, ...rest], on).some(({ combination }) => beats(combination, on)),
    );
  });
}

/** Every choice of `count` cards. */
function choices(cards: readonly Card[], count: number): Card[][] {
  if (count < 0 || count > cards.length) return [];
  const [first, ...rest] = cards;
  if (count === 0 || first === undefined) return [[]];
  return [...choices(rest, count - 1).map((chosen) => [first, ...chosen]), ...choices(rest, count)];
}

/** Whether the viewer may pass (T11, T19). */
export const mayPass = (view: TichuView, me: Seat | null, bound: Rank | null): boolean =>
  isOnTurn(view, me) && lyingIn(view) !== null && bound === null;

/** Whether the viewer may call tichu now, later in this round, or no more (T3). */
export function tichuCall(view: TichuView, me: Seat | null): 'now' | 'later' | 'never' {
  if (me === null || view.calls[me] || view.played.includes(me)) return 'never';
  switch (view.phase.phase) {
    case 'between':
    case 'over':
      return 'never';
    case 'grand':
      return 'later';
    default:
      return view.variant.late_call || view.out.length === 0 ? 'now' : 'never';
  }
}

/** Whether a reading may be played now (T7, T15, T19, T20). */
function isLegal(
  reading: Reading,
  cards: readonly Card[],
  view: TichuView,
  me: Seat,
  bound: Rank | null,
): boolean {
  const { combination } = reading;
  const on = lyingIn(view);
  const bomb = isBomb(combination);
  if (!isOnTurn(view, me))
    return on !== null && view.phase.phase !== 'gift' && bomb && beats(combination, on);
  if (on !== null && !beats(combination, on)) return false;
  const excused =
    on === null
      ? view.variant.wish_lead && (bomb || combination.kind === 'dog')
      : view.variant.wish_bomb && bomb;
  return bound === null || excused || holds(cards, bound);
}

/** What raised cards are, and whether they may be played. `bound` is what `boundBy` says of the view. */
export function judge(cards: readonly Card[], view: TichuView, me: Seat | null, bound: Rank | null): Verdict {
  if (cards.length === 0 || me === null) return { kind: 'nothing' };
  const { phase } = view;
  const on = lyingIn(view);
  const leadsNext = phase.phase === 'bomb_window' || phase.phase === 'gift';
  const mayQueue = leadsNext && nextLeader(view) === me;
  const found = readings(cards, mayQueue ? null : on);
  const [highest] = found;
  const illegal = (reason: Reason): Verdict => ({ kind: 'illegal', reason, reading: highest ?? null });
  if (highest === undefined) return illegal('not_a_combination');

  const legal = found.filter((reading) => isLegal(reading, cards, view, me, bound));
  if (legal.length > 0) return { kind: 'legal', readings: legal };
  if (mayQueue) return { kind: 'queue', readings: found };
  if (phase.phase !== 'turn') return illegal(phase.phase === 'bomb_window' ? 'not_your_turn' : 'wrong_phase');
  if (phase.turn !== me) return illegal('not_your_turn');
  if (on === null || beats(highest.combination, on)) return illegal('wish_must_be_played');
  if (highest.combination.kind === 'dog') return illegal('dog_only_as_lead');
  return illegal(isLike(highest.combination, on) ? 'does_not_beat' : 'wrong_kind');
}
