/** One press from the landing page to a table with bots. */
import type { GameKind, Practice, Variant } from '../protocol/types.ts';
import { session } from '../store/app.ts';
import { go } from '../store/route.svelte.ts';
import type { Done } from '../store/session.svelte.ts';
import { tell } from '../store/tell.ts';
import { RUMMIKUB, TICHU } from './variants.ts';

/** A table for practice: nobody waits, so there is no clock (R20). */
function table(game: GameKind, players: 2 | 3): { variant: Variant; seats: number } {
  if (game === 'tichu') return { variant: { game, ...TICHU, turn_seconds: 0 }, seats: 4 };
  return { variant: { game, ...RUMMIKUB, seats: players, turn_seconds: 0 }, seats: players };
}

interface Options {
  /** How a practice room is dealt. */
  practice?: Practice;
  /** Two players at a table of Rummikub, as the position of the guided round has. */
  seats?: 2;
  /** Called with the room as soon as there is one. */
  opened?: (room: string) => void;
}

/** Opens a private table, sits down, fills it with bots and begins. Answers whether there is a table. */
export async function playNow(game: GameKind, options: Options = {}): Promise<boolean> {
  const at = table(game, options.seats ?? 3);
  const made = await tell(session.create(at.variant, false, { practice: options.practice }));
  if (!made.ok || made.room === undefined) return false;
  const { room } = made;
  const { seats } = at;
  options.opened?.(room);
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
