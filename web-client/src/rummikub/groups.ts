/**
 * What the tape says: which tiles lie in melds, and why the others do not.
 *
 * Invariant: melds are read from the tape as it lies. An empty slot always ends one; where tiles touch, as many as
 * possible are read into melds, so two melds pushed together are still two (ux-R1, ux-R7).
 */
import type { MeldFault } from '../protocol/types.ts';
import { isMeld, judge, type MeldKind } from './meld.ts';
import { stretches, type Held, type Span, type Tape } from './rack.ts';
import { isJoker, type Face } from './tile.ts';

export interface Group extends Span {
  readonly kind: MeldKind;
  readonly tiles: readonly Held[];
  /** What its joker may stand for, by the joker's id. */
  readonly joker: { readonly id: number; readonly faces: readonly Face[] } | null;
}

/** A stretch without any meld in it. */
export interface Stray extends Span {
  readonly fault: MeldFault;
}

export interface Reading {
  readonly groups: readonly Group[];
  readonly strays: readonly Stray[];
  /** Tiles in no group, from the first slot to the last. */
  readonly loose: readonly Held[];
}

export function read(tape: Tape): Reading {
  const groups: Group[] = [];
  const strays: Stray[] = [];
  for (const span of stretches(tape)) {
    const tiles = tape.slice(span.start, span.end + 1).filter((held) => held !== null);
    const found = split(tiles, span.start);
    groups.push(...found);
    if (found.length === 0) {
      const verdict = judge(tiles.map((held) => held.face));
      if (!isMeld(verdict)) strays.push({ ...span, fault: verdict.fault });
    }
  }
  const grouped = new Set(groups.flatMap((group) => group.tiles));
  const loose = tape.filter((held) => held !== null && !grouped.has(held)) as Held[];
  return { groups, strays, loose };
}

/** The melds of a stretch that take in the most tiles; of equals those with the fewest melds, the longest first. */
function split(tiles: readonly Held[], offset: number): Group[] {
  interface Best {
    readonly covered: number;
    readonly groups: readonly Group[];
  }
  // best[at] reads the tiles from `at` on.
  const best: Best[] = Array<Best>(tiles.length + 1).fill({ covered: 0, groups: [] });
  for (let at = tiles.length - 1; at >= 0; at -= 1) {
    let found = best[at + 1] as Best;
    for (let end = tiles.length; end >= at + 3; end -= 1) {
      const group = groupOf(tiles.slice(at, end), offset + at);
      const rest = best[end] as Best;
      if (group === null) continue;
      const covered = end - at + rest.covered;
      const fewer = rest.groups.length + 1 < found.groups.length;
      if (covered > found.covered || (covered === found.covered && fewer)) {
        found = { covered, groups: [group, ...rest.groups] };
      }
    }
    best[at] = found;
  }
  return [...(best[0] as Best).groups];
}

function groupOf(tiles: readonly Held[], start: number): Group | null {
  const verdict = judge(tiles.map((held) => held.face));
  if (!isMeld(verdict)) return null;
  const joker = tiles.find((held) => isJoker(held.face));
  return {
    start,
    end: start + tiles.length - 1,
    kind: verdict.kind,
    tiles,
    joker: joker ? { id: joker.id, faces: verdict.joker } : null,
  };
}

/** What a declaration says: the tile thrown, and the melds as they lie. */
export interface Plan {
  readonly thrown: Held;
  readonly groups: readonly Group[];
  /** Tiles that are neither laid nor thrown. Only without any is the declaration valid (R15). */
  readonly left: readonly Held[];
}

/**
 * The declaration that throws `id`: the groups are those that lie without it. Without an id the one loose tile is
 * thrown; null when there is not exactly one, for then the player must choose.
 */
export function plan(tape: Tape, id: number | null): Plan | null {
  const loose = read(tape).loose;
  const thrown =
    id === null ? (loose.length === 1 ? loose[0] : undefined) : tape.find((held) => held?.id === id);
  if (!thrown) return null;
  const rest = tape.map((held) => (held === thrown ? null : held));
  const reading = read(rest);
  return { thrown, groups: reading.groups, left: reading.loose };
}
