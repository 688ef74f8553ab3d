import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  Card,
  Command,
  Digest,
  Event,
  RoomEvent,
  RummikubEvent,
  Secret,
  Share,
  TichuEvent,
  Tile,
} from '../protocol/types.ts';
import { roomOf, viewOf } from '../rummikub/fixtures.ts';
import { afterFrame, type Room } from '../store/room.ts';
import { check, type Record } from './check.ts';
import { dealRummikub, dealTichu } from './deck.ts';
import { commitmentOf, drawNonce, hashOf, mix } from './hash.ts';
import { Part } from './part.ts';

const ROOM = 'ROOM0001';
const secret: Secret = '5e'.repeat(32);
const VARIANT = { game: 'rummikub', ...viewOf().variant } as const;

/** What happened in the room, told to a browser on seat 0 that keeps to `part`. */
class Table {
  room: Room = { ...roomOf(viewOf()), id: ROOM };
  readonly part: Part;
  sent: Command | null;

  constructor() {
    this.part = new Part(this.room);
    this.sent = this.part.refresh(this.room);
  }

  tell(...events: Event[]): Command | null {
    const frame = { type: 'events', room: ROOM, seq: this.room.seq + 1, events } as const;
    this.room = afterFrame(this.room, frame, 0);
    this.sent = this.part.follow(this.room, events);
    return this.sent;
  }
}

const ofRoom = (event: RoomEvent): Event => ({ of: 'room', ...event });
const ofGame = (event: RummikubEvent): Event => ({ of: 'rummikub', ...event });

/** A whole round in which seat 1 gives its nonce, and seats behind it are bots. */
function playRound(
  table: Table,
  lie: Partial<{ secret: Secret; swap: boolean; share: Share; late: boolean }> = {},
): void {
  const commitment = commitmentOf(secret);
  const pledge = table.tell(ofRoom({ kind: 'committed', round: 2, attempt: 1, commitment }));
  if (pledge?.type !== 'pledge') throw new Error('the browser takes part');
  const other = drawNonce();
  const hashes: (Digest | null)[] = table.room.seats.map(() => null);
  hashes[0] = pledge.hash;
  hashes[1] = hashOf(ROOM, 2, 1, other);
  expect(table.tell(ofRoom({ kind: 'pledged', seat: 0, hash: pledge.hash }))).toBeNull();
  const contribute = table.tell(ofRoom({ kind: 'list_closed', commitment, hashes }));
  if (contribute?.type !== 'contribute') throw new Error('the browser sends its nonce');
  if (!lie.late) table.tell(ofRoom({ kind: 'contributed', seat: 0 }));
  const shares = table.room.seats.map<Share>((_, seat) => {
    if (seat === 0) return { share: 'given', hash: pledge.hash, nonce: contribute.nonce };
    return seat === 1 ? { share: 'given', hash: hashes[1] ?? '', nonce: other } : { share: 'absent' };
  });
  if (lie.share !== undefined) shares[0] = lie.share;
  const nonces = shares.map((share) => (share.share === 'given' ? share.nonce : null));
  const deal = dealRummikub(mix(secret, 'rummikub', ROOM, 2, nonces), VARIANT);
  const racks = deal.racks.map((rack) => [...rack]);
  const pool: Tile[] = [...deal.pool];
  if (lie.swap) [pool[0], pool[1]] = [pool[1] ?? 'J', pool[0] ?? 'J'];
  const tile = pool[0] ?? 'J';
  table.tell(
    ofRoom({ kind: 'shuffled', commitment, shares }),
    ofGame({
      kind: 'dealt',
      round: 2,
      starter: 0,
      racks: racks.map((rack, seat) => (seat === 0 ? [...rack] : null)),
      pool: pool.length,
    }),
  );
  racks[0]?.push(tile);
  table.tell(ofGame({ kind: 'took', seat: 0, from: 'pool', tile }));
  const thrown = racks[0]?.shift() ?? 'J';
  table.tell(ofGame({ kind: 'threw', seat: 0, tile: thrown }));
  const result = { round: 2, winner: null, layout: null, throw: null, racks, points: racks.map(() => 0) };
  table.tell(
    ofGame({ kind: 'round_ended', result }),
    ofRoom({ kind: 'revealed', round: 2, attempt: 1, commitment, shares, secret: lie.secret ?? secret }),
    ofRoom({ kind: 'committed', round: 3, attempt: 1, commitment: 'ab'.repeat(32) }),
  );
}

describe('the part of a browser', () => {
  let table: Table;
  beforeEach(() => {
    table = new Table();
  });
  const rest = (): string[] => table.room.seats.slice(2).map(() => 'absent');

  test('an honest round is verified, and the next is taken part in', () => {
    playRound(table);
    expect(table.part.checked).toEqual({
      match: 1,
      round: 2,
      seats: ['verified', 'verified', ...rest()],
    });
    expect(table.sent).toMatchObject({ type: 'pledge', commitment: 'ab'.repeat(32) });
  });

  test('another secret than was committed to is found', () => {
    playRound(table, { secret: '5f'.repeat(32) });
    expect(new Set(table.part.checked?.seats)).toEqual(new Set(['failed']));
  });

  test('another tile than was shuffled is found at its seat', () => {
    playRound(table, { swap: true });
    expect(table.part.checked?.seats).toEqual(['failed', 'verified', ...rest()]);
  });

  test('a nonce that was sent and not mixed in is found', () => {
    playRound(table, { share: { share: 'absent' } });
    expect(table.part.checked?.seats[0]).toBe('failed');
  });

  test('a nonce that came too late is missing, and nobody is accused', () => {
    playRound(table, { share: { share: 'withheld', hash: 'cd'.repeat(32) }, late: true });
    expect(table.part.checked?.seats).toEqual(['absent', 'verified', ...rest()]);
  });

  test('what was not seen is not vouched for', () => {
    const late = new Table();
    const shares = late.room.seats.map<Share>(() => ({ share: 'absent' }));
    const nonce = drawNonce();
    shares[1] = { share: 'given', nonce, hash: hashOf(ROOM, 2, 1, nonce) };
    const commitment = commitmentOf(secret);
    late.room = { ...late.room, shuffle: { round: 2, attempt: 1, commitment, shuffle: 'dealt', shares } };
    late.part.refresh(late.room);
    late.tell(ofRoom({ kind: 'revealed', round: 2, attempt: 1, commitment, shares, secret }));
    expect(late.part.checked?.seats).toEqual(['absent', 'unseen', ...rest()]);
  });

  test('a nonce goes to no list that lacks the hash or is about another commitment', () => {
    const hash = table.sent?.type === 'pledge' ? table.sent.hash : '';
    const commitment = table.room.shuffle?.commitment ?? '';
    const hashes = table.room.seats.map((_, seat) => (seat === 0 ? hash : null));
    const none = table.room.seats.map(() => null);
    expect(table.tell(ofRoom({ kind: 'list_closed', commitment, hashes: none }))).toBeNull();
    const other = new Table();
    const theirs = other.sent?.type === 'pledge' ? other.sent.hash : '';
    const listed = hashes.map((_, seat) => (seat === 0 ? theirs : null));
    other.tell(ofRoom({ kind: 'committed', round: 2, attempt: 1, commitment: 'ee'.repeat(32) }));
    expect(other.tell(ofRoom({ kind: 'list_closed', commitment, hashes: listed }))).toBeNull();
  });

  test('a practice room is asked for nothing and verified by nobody', () => {
    const room: Room = { ...roomOf(viewOf()), id: ROOM, practice: true, shuffle: null };
    const part = new Part(room);
    expect(part.refresh(room)).toBeNull();
    const dealt = ofGame({ kind: 'dealt', round: 1, starter: 0, racks: [null, null], pool: 26 });
    expect(part.follow(room, [dealt])).toBeNull();
    expect(part.checked).toBeNull();
  });

  test('another attempt takes another nonce', () => {
    const first = table.sent;
    const again = table.tell(
      ofRoom({ kind: 'committed', round: 1, attempt: 2, commitment: 'dd'.repeat(32) }),
    );
    expect(first?.type === 'pledge' && again?.type === 'pledge' && first.hash !== again.hash).toBe(true);
  });
});

describe('the cards of Tichu', () => {
  const shares = [0, 1, 2, 3].map<Share>((seat) => {
    const nonce = drawNonce();
    return { share: 'given', nonce, hash: hashOf(ROOM, 1, seat, nonce) };
  });
  const nonces = shares.map((share) => (share.share === 'given' ? share.nonce : null));
  const seed = mix(secret, 'tichu', ROOM, 1, nonces);
  const { first, next } = dealTichu(seed);
  const hands = first.map((cards, seat) => [...cards, ...(next[seat] ?? [])]);
  /** After the exchange: the last three cards of each seat go to the three others in turn. */
  const held = hands.map((_, seat) => [
    ...(hands[seat] ?? []).slice(0, 11),
    ...[1, 2, 3].map((step) => hands[(seat + step) % 4]?.[10 + step] ?? ''),
  ]);

  /** The verdicts when seats end with `left`; seat 1 has played its first card. */
  function verdicts(left: readonly (readonly Card[])[]): readonly string[] {
    const played = left[1]?.[0] ?? '';
    const events: TichuEvent[] = [
      { kind: 'dealt', round: 1, cards: first.map((cards, seat) => (seat ? null : [...cards])), count: 8 },
      { kind: 'dealt', round: 1, cards: next.map((cards, seat) => (seat ? null : [...cards])), count: 6 },
      { kind: 'exchanged', given: [null, null, null, null], received: [null, null, null, null], leader: 1 },
      { kind: 'played', seat: 1, cards: [played], combination: { kind: 'single', value: '2' } },
      {
        kind: 'round_ended',
        result: {
          round: 1,
          out: [],
          double_victory: false,
          calls: [null, null, null, null],
          cards: [0, 0],
          points: [0, 0],
          hands: left.map((cards, seat) => (seat === 1 ? cards.slice(1) : [...cards])),
        },
      },
    ];
    const record: Record = {
      room: ROOM,
      match: 1,
      variant: { game: 'tichu' } as Record['variant'],
      me: 0,
      commitment: commitmentOf(secret),
      shares,
      own: null,
      events: events.map((event) => ({ of: 'tichu', ...event })),
    };
    const { commitment } = record;
    return check(record, { kind: 'revealed', round: 1, attempt: 1, commitment, shares, secret }).seats;
  }

  test('what was shuffled and exchanged is verified', () => {
    expect(bytesToHex(seed)).toMatch(/^[0-9a-f]{64}$/);
    expect(verdicts(held)).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  test('a card in two wrong hands is found at both', () => {
    const swapped = held.map((cards) => [...cards]);
    const [two, three] = [swapped[2]?.[0] ?? '', swapped[3]?.[0] ?? ''];
    (swapped[2] ?? [])[0] = three;
    (swapped[3] ?? [])[0] = two;
    expect(verdicts(swapped)).toEqual(['verified', 'verified', 'failed', 'failed']);
  });
});
