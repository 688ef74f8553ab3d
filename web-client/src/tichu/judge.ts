/**
 * What the raised cards are and whether they may be played now.
 *
 * Invariant: the prompt's list of legal actions alone decides what may be sent. The readings of this browser only name
 * the cards and say why not.
 */
import type {
  Action,
  Card,
  Combination,
  Prompt,
  Rank,
  Seat,
  TichuAction,
  TichuView,
  Trick,
} from '../protocol/types.ts';
import { rankOf, sameCards } from './card.ts';
import { beats, isBomb, isLike, readings, type Reading } from './combination.ts';

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

/** The table as far as it decides about a play. */
export interface Standing {
  readonly view: TichuView;
  readonly prompt: Prompt;
  readonly me: Seat | null;
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

const ofTichu = (action: Action): TichuAction[] => (action.game === 'tichu' ? [action] : []);

/** All that the viewer may do now. */
export const legalActions = (prompt: Prompt): TichuAction[] => (prompt.legal ?? []).flatMap(ofTichu);

const isPlay = (action: TichuAction): action is Play => action.kind === 'play';

export const legalPlays = (prompt: Prompt): Play[] => legalActions(prompt).filter(isPlay);

export const mayDo = (prompt: Prompt, kind: TichuAction['kind']): boolean =>
  legalActions(prompt).some((action) => action.kind === kind);

/** The distinct bombs that may be thrown now, in or out of turn, the weakest first. */
export function legalBombs(prompt: Prompt): { cards: Card[]; combination: Combination }[] {
  return legalPlays(prompt)
    .flatMap(({ cards }) => {
      const [reading] = readings(cards);
      return reading && isBomb(reading.combination) ? [{ cards, combination: reading.combination }] : [];
    })
    .filter((bomb, at, all) => all.findIndex((other) => sameCards(other.cards, bomb.cards)) === at)
    .sort((a, b) => (beats(a.combination, b.combination) ? 1 : -1));
}

/** Whether the hand holds a bomb: four of a rank, or five in a row of one suit (T8). */
export function holdsBomb(hand: readonly Card[]): boolean {
  const four = hand.some(
    (card) => rankOf(card) !== null && hand.filter((other) => other[0] === card[0]).length === 4,
  );
  return four || hand.some((card) => isBombFrom(hand, card));
}

/** Whether a run of five in one suit begins with this card. */
function isBombFrom(hand: readonly Card[], card: Card): boolean {
  const order = '23456789TJQKA';
  const at = order.indexOf(card[0] ?? '');
  const run = order.slice(at, at + 5);
  return (
    card.length === 2 && run.length === 5 && [...run].every((rank) => hand.includes(`${rank}${card[1]}`))
  );
}

/** What raised cards are, and whether they may be played. */
export function judge(cards: readonly Card[], { view, prompt, me }: Standing): Verdict {
  if (cards.length === 0) return { kind: 'nothing' };
  const { phase } = view;
  const on = topOf(trickOf(view))?.combination ?? null;
  const leadsNext = phase.phase === 'bomb_window' || phase.phase === 'gift';
  const mayQueue = leadsNext && me !== null && nextLeader(view) === me;
  const found = readings(cards, mayQueue ? null : on);
  const [highest] = found;
  const illegal = (reason: Reason): Verdict => ({ kind: 'illegal', reason, reading: highest ?? null });
  if (highest === undefined) return illegal('not_a_combination');

  const plays = legalPlays(prompt).filter((play) => sameCards(play.cards, cards));
  const legal = found.filter((reading) =>
    plays.some(({ phoenix }) => (phoenix ?? highest.phoenix) === reading.phoenix),
  );
  if (legal.length > 0) return { kind: 'legal', readings: legal };
  if (mayQueue) return { kind: 'queue', readings: found };
  if (phase.phase !== 'turn') return illegal(phase.phase === 'bomb_window' ? 'not_your_turn' : 'wrong_phase');
  if (phase.turn !== me) return illegal('not_your_turn');
  if (on === null || beats(highest.combination, on)) return illegal('wish_must_be_played');
  if (highest.combination.kind === 'dog') return illegal('dog_only_as_lead');
  return illegal(isLike(highest.combination, on) ? 'does_not_beat' : 'wrong_kind');
}

/** The wished rank if the viewer must play it now (T19); null otherwise. */
export function boundBy({ view, prompt, me }: Standing): Rank | null {
  const { phase, wish } = view;
  if (wish === null || phase.phase !== 'turn' || phase.turn !== me) return null;
  const plays = legalPlays(prompt);
  const holds = ({ cards }: Play): boolean => cards.some((card) => rankOf(card) === wish);
  const excused = ({ cards }: Play): boolean => {
    const kind = readings(cards)[0]?.combination;
    return kind !== undefined && (isBomb(kind) || kind.kind === 'dog');
  };
  const bound =
    !mayDo(prompt, 'pass') && plays.some(holds) && plays.every((play) => holds(play) || excused(play));
  return bound ? wish : null;
}
