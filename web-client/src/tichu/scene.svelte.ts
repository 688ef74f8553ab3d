/**
 * What shall be seen or heard for a moment: a call, a gift of the Dragon, the Dog's way, the last trick.
 *
 * Invariant: nothing here is needed to go on; whoever comes later misses nothing that the view does not say.
 */
import { formatList } from '../i18n/locale.svelte.ts';
import type { Seat, TichuEvent } from '../protocol/types.ts';
import type { Names } from '../table/contract.ts';
import { announce } from '../ui/announce.svelte.ts';
import { play as sound } from '../ui/sound.ts';
import { isBomb } from './combination.ts';
import { linesOf, spoken } from './log.ts';
import { t } from './messages.ts';

/** How long a notice stays, in milliseconds. */
const NOTICE_MS = 3_000;

export class Scene {
  /** The Dog that was led last: it makes no trick, but everybody shall see where the lead went (ux-T15). */
  dog = $state.raw<{ from: Seat; to: Seat } | null>(null);
  /** A sentence over the trick. */
  notice = $state.raw<string | null>(null);
  /** Whether the last trick is looked at again (ux-T13). */
  showLast = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  hear(event: TichuEvent, me: Seat | null, name: Names): void {
    switch (event.kind) {
      case 'dealt':
        this.dog = null;
        break;
      case 'played':
        this.dog = null;
        sound(isBomb(event.combination) ? 'bomb' : 'place');
        break;
      case 'dog_gave':
        this.dog = { from: event.from, to: event.to };
        break;
      case 'called':
        sound('flourish');
        this.#show(t.calledBy(name(event.seat)));
        break;
      case 'dragon_given':
        this.#show(t.dragonGoes(name(event.from), name(event.to)));
        break;
      case 'grand_revealed':
        if (event.callers.length > 0) {
          sound('flourish');
          this.#show(t.grandBy(formatList(event.callers.map(name))));
        }
        break;
      default:
    }
    // What the viewer did is no news to the viewer.
    const mine = 'seat' in event && event.seat === me && event.kind !== 'timed_out';
    if (!mine) for (const line of linesOf(event, name)) announce(spoken(line));
  }

  #show(text: string): void {
    this.notice = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  /** Nobody looks any more. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
