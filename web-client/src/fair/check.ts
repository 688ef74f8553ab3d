/**
 * Whether a round was dealt as it was agreed: the secret and the nonces fit what was committed to, and every card that
 * this browser saw in the round follows from them.
 *
 * Invariant: what a browser did not see it does not vouch for.
 */
import type {
  Card,
  Event,
  RoomEvent,
  RoomId,
  RummikubEvent,
  Seat,
  Share,
  Tile,
  TichuEvent,
  Variant,
} from '../protocol/types.ts';
import { dealRummikub, dealTichu, reshuffle } from './deck.ts';
import { commitmentOf, hashOf, mix, type Seed } from './hash.ts';

/**
 * What this browser says of a seat's part in a shuffle:
 * - `verified`: its nonce went in, and all cards that this browser saw follow from it;
 * - `unseen`: its nonce went in, but this browser did not see the whole round;
 * - `absent`: it gave no nonce, so its own device cannot vouch for the shuffle;
 * - `failed`: what it was dealt, or its nonce, is not what was agreed.
 */
export type Verdict = 'verified' | 'unseen' | 'absent' | 'failed';

/** A round that is over, and what this browser says of its shuffle. */
export interface Checked {
  readonly match: number;
  readonly round: number;
  readonly seats: readonly Verdict[];
}

type Revealed = Extract<RoomEvent, { kind: 'revealed' }>;

/** What this browser saw of a round. */
export interface Record {
  readonly room: RoomId;
  readonly match: number;
  readonly variant: Variant;
  readonly me: Seat | null;
  readonly commitment: string;
  readonly shares: readonly Share[];
  /** The hash of this browser's nonce, if the server said that it has it: a nonce that comes too late is not mixed in. */
  readonly own: string | null;
  /** The events of the match since the shuffle; none when the browser was not there from the start. */
  readonly events: readonly Event[] | null;
}

/** What is said of each seat when its secret comes out. */
export function check(record: Record, revealed: Revealed): Checked {
  const { room, variant, me, own, events, match } = record;
  const { round, secret, shares } = revealed;
  const kept =
    revealed.commitment === record.commitment &&
    commitmentOf(secret) === revealed.commitment &&
    JSON.stringify(shares) === JSON.stringify(record.shares);
  const failed = new Set<Seat>();
  for (const [seat, share] of shares.entries()) {
    if (!kept) failed.add(seat);
    if (share.share === 'given' && hashOf(room, round, seat, share.nonce) !== share.hash) failed.add(seat);
  }
  if (me !== null && own !== null) {
    const mine = shares[me];
    if (mine?.share !== 'given' || mine.hash !== own) failed.add(me);
  }
  if (kept && events !== null) {
    const nonces = shares.map((share) => (share.share === 'given' ? share.nonce : null));
    const seed = mix(secret, variant.game, room, round, nonces);
    const wrong =
      variant.game === 'rummikub'
        ? wrongTiles(seed, variant, round, of(events, 'rummikub'))
        : wrongCards(seed, of(events, 'tichu'));
    for (const seat of wrong) failed.add(seat);
  }
  const good = events === null ? 'unseen' : 'verified';
  const seats = shares.map<Verdict>((share, seat) =>
    failed.has(seat) ? 'failed' : share.share === 'given' ? good : 'absent',
  );
  return { match, round, seats };
}

type Of<G extends Event['of']> = Extract<Event, { of: G }>;

const of = <G extends Event['of']>(events: readonly Event[], game: G): Of<G>[] =>
  events.filter((event): event is Of<G> => event.of === game);

const same = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

/** Takes one of `words` out; whether it was there. */
function take(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

/** Plays the round on the tiles that follow from the seed; the seats with which it does not go as it went. */
export function wrongTiles(
  seed: Seed,
  variant: { seats: number; copies: number },
  round: number,
  events: readonly RummikubEvent[],
): Set<Seat> {
  const wrong = new Set<Seat>();
  const deal = dealRummikub(seed, variant);
  const racks = deal.racks.map((rack) => [...rack]);
  let pool: Tile[] = [...deal.pool];
  let discards: Tile[] = [];
  let reshuffled = 0;
  const fits = (seat: Seat, is: boolean): void => {
    if (!is) wrong.add(seat);
  };
  for (const event of events) {
    switch (event.kind) {
      case 'dealt':
        event.racks.forEach((rack, seat) => fits(seat, rack === null || same(rack, racks[seat] ?? [])));
        fits(event.starter, event.pool === pool.length && (round > 1 || event.starter === deal.starter));
        break;
      case 'took': {
        const tile = event.from === 'pool' ? pool.shift() : discards.pop();
        fits(event.seat, tile !== undefined && (event.tile === undefined || event.tile === tile));
        if (tile !== undefined) racks[event.seat]?.push(tile);
        break;
      }
      case 'threw':
        fits(event.seat, take(racks[event.seat] ?? [], event.tile));
        discards.push(event.tile);
        break;
      case 'reshuffled': {
        const last = discards.pop();
        reshuffled += 1;
        pool = reshuffle(seed, reshuffled, discards);
        discards = last === undefined ? [] : [last];
        break;
      }
      case 'declared':
        fits(event.seat, same([...event.layout.flat(), event.throw], racks[event.seat] ?? []));
        racks[event.seat] = [];
        break;
      case 'round_ended':
        event.result.racks.forEach((rack, seat) => fits(seat, same(rack, racks[seat] ?? [])));
        break;
      default:
    }
  }
  return wrong;
}

/**
 * Compares what each seat was dealt with what it held in the end. Of the exchange a browser sees its own part only, but
 * whoever it is: a seat that exchanged has three cards that were dealt to the three others, one of each.
 */
export function wrongCards(seed: Seed, events: readonly TichuEvent[]): Set<Seat> {
  const wrong = new Set<Seat>();
  const { first, next } = dealTichu(seed);
  const dealt = first.map((cards, seat) => [...cards, ...(next[seat] ?? [])]);
  const held: Card[][] = dealt.map(() => []);
  let exchanged = false;
  for (const event of events) {
    switch (event.kind) {
      case 'dealt':
        event.cards.forEach((cards, seat) => {
          const expected = (event.count === 8 ? first : next)[seat] ?? [];
          if (cards !== null && !same(cards, expected)) wrong.add(seat);
        });
        break;
      case 'exchanged':
        exchanged = true;
        break;
      case 'played':
        held[event.seat]?.push(...event.cards);
        break;
      case 'round_ended':
        event.result.hands.forEach((hand, seat) => held[seat]?.push(...hand));
        dealt.forEach((cards, seat) => {
          const foreign = (held[seat] ?? []).filter((card) => !cards.includes(card));
          const from = foreign.map((card) => dealt.findIndex((other) => other.includes(card)));
          const others = new Set(from).size === from.length && foreign.length === (exchanged ? 3 : 0);
          if (!others || new Set(held[seat]).size !== cards.length) wrong.add(seat);
        });
        break;
      default:
    }
  }
  return wrong;
}
