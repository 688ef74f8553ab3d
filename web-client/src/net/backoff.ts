/** How long to wait before the next attempt to connect: doubling, jittered, capped, and never giving up (ux-C7). */

const FIRST = 400;
const CAP = 10_000;

/**
 * The wait in milliseconds before attempt number `attempt`, counted from 0.
 *
 * The jitter takes up to half away, so that a room full of players does not come back in one instant.
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const wait = Math.min(CAP, FIRST * 2 ** Math.min(attempt, 16));
  return Math.round(wait * (0.5 + 0.5 * random()));
}
