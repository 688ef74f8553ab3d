/**
 * How far the server's clock is ahead of this one.
 *
 * Each answered ping gives a sample that is wrong by at most half its round trip; the sample with the shortest trip
 * among the last few is believed.
 */
const KEPT = 8;

export class Clock {
  #samples: { trip: number; offset: number }[] = [];

  /** Takes a sample: sent and received by the local clock, `server` as the server said. Answers the offset now believed. */
  sample(sent: number, received: number, server: number): number {
    const trip = received - sent;
    this.#samples = [...this.#samples, { trip, offset: server + trip / 2 - received }].slice(-KEPT);
    return this.#samples.reduce((best, other) => (other.trip < best.trip ? other : best)).offset;
  }

  /** Forgets everything: the local clock may have been set, or the machine may have slept. */
  reset(): void {
    this.#samples = [];
  }
}
