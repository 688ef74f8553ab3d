/**
 * The time as the server counts it, ticking in steps while somebody looks.
 *
 * Deadlines come from the server; what is left of one is `deadline - serverNow()`, so a wrong local clock or a
 * sleeping tab shows the right number as soon as it is looked at (ux-C12).
 */
import { createSubscriber } from 'svelte/reactivity';

let offset = 0;

/** What must be added to the local clock; measured by the connection. */
export function setClockOffset(millis: number): void {
  offset = millis;
}

/** The server's clock in milliseconds of Unix time. Not reactive. */
export function serverNow(): number {
  return Date.now() + offset;
}

const STEP = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, STEP);
  return () => clearInterval(timer);
});

/** The server's clock; what reads it in a template or effect is run again four times a second. */
export function ticking(): number {
  subscribe();
  return serverNow();
}
