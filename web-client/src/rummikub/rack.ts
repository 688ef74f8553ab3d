/**
 * The tape on which a player arranges tiles: 24 slots in one line, which the screen wraps into rows.
 *
 * Invariants: a change returns a new tape and leaves the old one alone; rearranging never adds, drops or doubles a
 * tile; only the player rearranges – the server's rack is folded in without moving a tile that stays (ux-R2, ux-R3).
 */
import { indexOf, isJoker, type Face } from './tile.ts';

export const SLOTS = 24;

/** A tile in hand. Equal faces are told apart by the id, which holds as long as the tile stays (ux-R13). */
export interface Held {
  readonly id: number;
  readonly face: Face;
}

export type Tape = readonly (Held | null)[];

/** Slots from `start` to `end`, both included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const EMPTY_TAPE: Tape = Array<null>(SLOTS).fill(null);

export const tilesOf = (tape: Tape): Held[] => tape.filter((held) => held !== null);
export const facesOf = (tape: Tape): Face[] => tilesOf(tape).map((held) => held.face);
export const slotOf = (tape: Tape, id: number): number => tape.findIndex((held) => held?.id === id);

/** Each longest line of tiles without an empty slot; the end of a row is none (ux-R1). */
export function stretches(tape: Tape): Span[] {
  const found: Span[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (!tape[slot]) continue;
    const start = slot;
    while (tape[slot + 1]) slot += 1;
    found.push({ start, end: slot });
  }
  return found;
}

export const stretchAt = (tape: Tape, slot: number): Span | null =>
  stretches(tape).find(({ start, end }) => start <= slot && slot <= end) ?? null;

/** The lowest id that no tile of the tape has, so that a new tile never inherits an old one's animation. */
const freshId = (tape: Tape): number => 1 + Math.max(0, ...tilesOf(tape).map((held) => held.id));

/**
 * The tape that holds exactly `faces`. What stays keeps its slot; a new tile goes to `wish` if that slot is free, else
 * to the first free slot after the last tile, else to the first free one (ux-R5). Of equal faces `gone` leaves first.
 */
export function reconcile(
  tape: Tape,
  faces: readonly Face[],
  { wish, gone }: { wish?: number | null; gone?: number | null } = {},
): { tape: Tape; arrived: readonly number[] } {
  const owed = [...faces];
  const claim = (held: Held): boolean => {
    const at = owed.indexOf(held.face);
    if (at < 0) return false;
    owed.splice(at, 1);
    return true;
  };
  const last = (held: Held | null): boolean => held !== null && held.id === gone;
  const kept = new Set([
    ...tilesOf(tape).filter((held) => !last(held) && claim(held)),
    ...tilesOf(tape).filter((held) => last(held) && claim(held)),
  ]);
  const next = tape.map((held) => (held && kept.has(held) ? held : null));
  const arrived: number[] = [];
  let id = freshId(tape);
  for (const face of owed) {
    const after = next.findLastIndex((held) => held !== null) + 1;
    const wished = wish !== null && wish !== undefined && next[wish] === null && arrived.length === 0;
    const slot = wished ? wish : after < SLOTS ? after : next.indexOf(null);
    next[slot] = { id, face };
    arrived.push(id);
    id += 1;
  }
  return { tape: next, arrived };
}

/** Moves the tile of one slot: to an empty slot as it is, onto a tile by making room for it there (ux-R3). */
export function drop(tape: Tape, from: number, to: number): Tape {
  const held = tape[from];
  if (!held || from === to || to < 0 || to >= SLOTS) return tape;
  const next = [...tape];
  next[from] = null;
  makeRoom(next, to, gapFor(next, from, to));
  next[to] = held;
  return next;
}

/**
 * The empty slot into which neighbours shift when a tile is laid on slot `to`: the one that the tile left, when there
 * is none between; else the nearest to the right, or to the left when only that keeps two stretches apart.
 */
function gapFor(tape: Tape, from: number, to: number): number {
  if (tape[to] === null) return to;
  const right = tape.indexOf(null, to);
  const left = tape.lastIndexOf(null, to);
  if (from === right || from === left) return from;
  if (right < 0) return left;
  const glues = (gap: number, step: 1 | -1): boolean => Boolean(tape[gap + step]);
  return left >= 0 && glues(right, 1) && !glues(left, -1) ? left : right;
}

/** Shifts the tiles between `to` and the empty slot `gap` by one, so that `to` becomes free. */
function makeRoom(tape: (Held | null)[], to: number, gap: number): void {
  tape.splice(gap, 1);
  tape.splice(to, 0, null);
}

/** Moves the tiles of a span as one block, its first to `to` or as near as there is room; others make way (ux-R10). */
export function moveBlock(tape: Tape, { start, end }: Span, to: number): Tape {
  const block = tape.slice(start, end + 1);
  const next = tape.map((held, slot) => (start <= slot && slot <= end ? null : held));
  const gapsFrom = (slot: number): number => next.slice(slot).filter((held) => held === null).length;
  let first = Math.max(0, Math.min(to, SLOTS - block.length));
  while (gapsFrom(first) < block.length) first -= 1;
  for (const [offset, held] of block.entries()) {
    makeRoom(next, first + offset, next.indexOf(null, first + offset));
    next[first + offset] = held;
  }
  return next;
}

/** Moves a span one step: by a slot where there is room, else past the neighbouring stretch with its gap. */
export function step(tape: Tape, span: Span, by: 1 | -1): Tape {
  if (by === -1) {
    const mirror = (slot: number): number => SLOTS - 1 - slot;
    const turned = step(tape.toReversed(), { start: mirror(span.end), end: mirror(span.start) }, 1);
    return turned.toReversed();
  }
  const { start, end } = span;
  const room = end + 1 < SLOTS && !tape[end + 1] && !tape[end + 2];
  const next = tape.findIndex((held, slot) => slot > end && held !== null);
  const past = room ? end + 1 : next < 0 ? end : (stretchAt(tape.with(end, null), next)?.end ?? end);
  const head = tape.slice(0, start);
  const block = tape.slice(start, end + 1);
  if (room) return [...head, null, ...block, ...tape.slice(past + 1)];
  const between = next < 0 ? [] : tape.slice(end + 1, next);
  const neighbour = next < 0 ? [] : tape.slice(next, past + 1);
  return [...head, ...neighbour, ...between, ...block, ...tape.slice(past + 1)];
}

/** How the sort buttons order tiles: `runs` by colour ("789"), `sets` by number ("777"). */
export type Order = 'runs' | 'sets';

/** Sorts all tiles: first the runs (or sets) found, each set apart by a gap, then the rest, then jokers (ux-R4). */
export function sort(tape: Tape, order: Order): Tape {
  const tiles = tilesOf(tape);
  const jokers = tiles.filter(({ face }) => isJoker(face));
  let rest = tiles.filter(({ face }) => !isJoker(face)).sort(before[order]);
  const blocks: Held[][] = [];
  for (;;) {
    const found = chain(rest, order);
    if (found.length < 3) break;
    blocks.push(found);
    rest = rest.filter((held) => !found.includes(held));
  }
  blocks.sort(([a], [b]) => (a && b ? before[order](a, b) : 0));
  if (rest.length > 0) blocks.push(rest);
  if (jokers.length > 0) blocks.push(jokers);
  const line = blocks.flatMap((block, at): (Held | null)[] => (at === 0 ? block : [null, ...block]));
  return [...line, ...Array<null>(SLOTS - line.length).fill(null)];
}

/**
 * The tape with these groups of faces first, each set apart by a gap, and all other tiles after them. Faces that the
 * tape does not hold are passed over, so the tiles stay the same.
 */
export function layOut(tape: Tape, groups: readonly (readonly Face[])[]): Tape {
  const left = tilesOf(tape);
  const take = (face: Face): Held[] => {
    const at = left.findIndex((held) => held.face === face);
    return at < 0 ? [] : left.splice(at, 1);
  };
  const blocks = groups.map((group) => group.flatMap(take));
  const line = [...blocks, left]
    .filter((block) => block.length > 0)
    .flatMap((block, at): (Held | null)[] => (at === 0 ? block : [null, ...block]));
  const gaps = line.length - tilesOf(line).length;
  // With more groups than there is room for gaps the last gaps go.
  const spare = Math.max(0, line.length - SLOTS);
  let kept = gaps - spare;
  const fitting = line.filter((held) => held !== null || (kept -= 1) >= 0);
  return [...fitting, ...Array<null>(SLOTS - fitting.length).fill(null)];
}

const byIndex = (a: Held, b: Held): number => indexOf(a.face) - indexOf(b.face) || a.id - b.id;
const byNumber = (a: Held, b: Held): number =>
  (indexOf(a.face) % 13) - (indexOf(b.face) % 13) || byIndex(a, b);
const before: Record<Order, (a: Held, b: Held) => number> = { runs: byIndex, sets: byNumber };

/** The longest run (or set) that sorted tiles begin with somewhere; of several the first. */
function chain(sorted: readonly Held[], order: Order): Held[] {
  const follows = (a: Held, b: Held): boolean => {
    const [at, next] = [indexOf(a.face), indexOf(b.face)];
    if (order === 'runs') return next === at + 1 && next % 13 !== 0;
    return next > at && next % 13 === at % 13;
  };
  let longest: Held[] = [];
  for (const first of sorted) {
    const found = [first];
    for (const held of sorted) {
      const end = found.at(-1);
      if (end && follows(end, held)) found.push(held);
    }
    if (found.length > longest.length) longest = found;
  }
  return longest;
}
