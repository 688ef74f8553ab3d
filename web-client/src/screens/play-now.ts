/** One press from the landing page to a table with bots. */
import type { GameKind, Variant } from '../protocol/types.ts';
import { session } from '../store/app.ts';
import { go } from '../store/route.svelte.ts';
import type { Done } from '../store/session.svelte.ts';
import { tell } from '../store/tell.ts';
import { RUMMIKUB, TICHU } from './variants.ts';

/** A table for practice: nobody waits, so there is no clock (R20). */
function practice(game: GameKind): { variant: Variant; seats: number } {
  if (game === 'tichu') return { variant: { game, ...TICHU, turn_seconds: 0 }, seats: 4 };
  return { variant: { game, ...RUMMIKUB, seats: 3, turn_seconds: 0 }, seats: 3 };
}

/**
 * Opens a private table, sits down, fills it with bots and begins. Answers whether there is a table; `opened` is called as
 * soon as there is one.
 */
export async function playNow(game: GameKind, opened: (room: string) => void = () => {}): Promise<boolean> {
  const { variant, seats } = practice(game);
  const made = await tell(session.create(variant, false));
  if (!made.ok || made.room === undefined) return false;
  const { room } = made;
  opened(room);
  go({ kind: 'room', room }, { replace: location.hash !== '' && location.hash !== '#/' });
  const steps: (() => Promise<Done>)[] = [() => session.sit(room, 0)];
  for (let seat = 1; seat < seats; seat += 1) steps.push(() => session.addBot(room, seat));
  steps.push(() => session.begin(room));
  for (const step of steps) {
    // The first step that fails has told why; the table stays as it is, and the player goes on by hand.
    if (!(await tell(step())).ok) break;
  }
  return true;
}
