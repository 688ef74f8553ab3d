/**
 * The hashes of a verifiable shuffle, as docs/fair-shuffles.md has them.
 *
 * They come from a library and not from the browser, whose own are missing on a plain address of a local network.
 * Invariant: each part is preceded by its length in four bytes, big-endian; the first part is the domain.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Digest, GameKind, Nonce, RoomId, Seat, Secret } from '../protocol/types.ts';

/** What a round is dealt from: 32 bytes. */
export type Seed = Uint8Array;

const text = new TextEncoder();

/** A number in four bytes, big-endian. */
export function word(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function joined(domain: string, parts: readonly (string | Uint8Array)[]): Uint8Array {
  const all = [domain, ...parts].map((part) => (typeof part === 'string' ? text.encode(part) : part));
  return concatBytes(...all.flatMap((part) => [word(part.length), part]));
}

export function keyed(key: Uint8Array, domain: string, ...parts: (string | Uint8Array)[]): Uint8Array {
  return hmac(sha256, key, joined(domain, parts));
}

/** What the server publishes before anybody else adds to the shuffle. */
export function commitmentOf(secret: Secret): Digest {
  return bytesToHex(sha256(joined('parlour/commit/v1', [hexToBytes(secret)])));
}

/** What a seat sends before any nonce is known. */
export function hashOf(room: RoomId, round: number, seat: Seat, nonce: Nonce): Digest {
  const parts = [room, word(round), Uint8Array.of(seat), hexToBytes(nonce)];
  return bytesToHex(sha256(joined('parlour/client/v1', parts)));
}

/** The seed of a round, mixed of the server's secret and the nonces of the seats that gave one. */
export function mix(
  secret: Secret,
  game: GameKind,
  room: RoomId,
  round: number,
  nonces: readonly (Nonce | null)[],
): Seed {
  const seats = nonces.flatMap((nonce, seat) => [
    Uint8Array.of(seat),
    Uint8Array.of(nonce === null ? 0 : 1),
    nonce === null ? new Uint8Array() : hexToBytes(nonce),
  ]);
  return keyed(hexToBytes(secret), 'parlour/mix/v1', game, room, word(round), ...seats);
}

/** A fresh nonce: 32 bytes of the browser's randomness. */
export function drawNonce(): Nonce {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}
