/** The order of hands in a replay: nobody's own, so sorted, with what was just taken at the end. */
import { indexOf } from '../rummikub/tile.ts';
import type { Tile } from '../protocol/types.ts';

/** A rack by colour and number; unknown tiles come last, and before them the one that was just `taken`. */
export function sorted(rack: readonly (Tile | null)[], taken: Tile | null): (Tile | null)[] {
  const known = rack.filter((tile) => tile !== null).sort((a, b) => indexOf(a) - indexOf(b));
  const at = taken === null ? -1 : known.lastIndexOf(taken);
  const last = at < 0 ? [] : known.splice(at, 1);
  return [...known, ...last, ...rack.filter((tile) => tile === null)];
}
