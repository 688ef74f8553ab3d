/**
 * What is the player's own at the table: the arrangement of the rack, what is picked up, what is new.
 *
 * Invariants: the tape holds exactly the tiles that the server last said; nothing here waits for the server, and
 * nothing of it is sent. The arrangement is kept in this browser for the room, match and seat (ux-C9).
 */
import type { RummikubView, Seat } from '../protocol/types.ts';
import { recall, remember } from '../ui/remember.ts';
import { read, type Reading } from './groups.ts';
import {
  drop,
  EMPTY_TAPE,
  layOut,
  moveBlock,
  reconcile,
  SLOTS,
  slotOf,
  sort,
  step,
  stretchAt,
  type Held,
  type Order,
  type Span,
  type Tape,
} from './rack.ts';
import type { Face } from './tile.ts';

/** Where an arrangement is kept. */
export interface Keeping {
  readonly room: string;
  readonly match: number;
  readonly seat: Seat;
}

/** What is kept: faces by slot. A new match overwrites the last one's. */
interface Kept {
  readonly match: number;
  readonly slots: readonly (Face | null)[];
}

const keyOf = ({ room, seat }: Keeping): string => `rummikub.rack.${room}.${seat}`;

function load(keeping: Keeping): Tape {
  try {
    const kept = JSON.parse(recall(keyOf(keeping)) ?? 'null') as Kept | null;
    if (kept?.match !== keeping.match || kept.slots.length !== SLOTS) return EMPTY_TAPE;
    return kept.slots.map((face, slot) => (typeof face === 'string' ? { id: slot + 1, face } : null));
  } catch {
    return EMPTY_TAPE;
  }
}

export class Desk {
  /** The tiles as they lie. */
  tape = $state.raw<Tape>(EMPTY_TAPE);
  /** The tile that was picked up by a tap or by Space, by id. */
  picked = $state<number | null>(null);
  /** The tile taken in the running turn, by id: it is marked as new. */
  fresh = $state<number | null>(null);
  /** Tiles with a warning: those that kept a declaration from being made. */
  flagged = $state.raw<ReadonlySet<number>>(new Set());
  /** The slot that the keyboard is on. */
  focus = $state(0);
  /** The tape before the last sort; none once anything else has moved. */
  #beforeSort = $state.raw<Tape | null>(null);
  /** The slot on which the next tile shall lie, when it was dragged there. */
  #wish: number | null = null;
  /** The tile that was thrown, so that of two equal faces the right one goes. */
  #gone: number | null = null;
  #keeping: Keeping | null = null;

  readonly reading: Reading = $derived(read(this.tape));

  /** Folds in what the server says; answers the faces of tiles that have arrived in a running turn. */
  follow(view: RummikubView, keeping: Keeping | null): void {
    if (keeping !== null && !same(keeping, this.#keeping)) {
      this.#keeping = keeping;
      this.tape = load(keeping);
      this.#beforeSort = null;
    }
    const { tape, arrived } = reconcile(this.tape, view.rack ?? [], { wish: this.#wish, gone: this.#gone });
    this.tape = tape;
    if (this.picked !== null && slotOf(tape, this.picked) < 0) this.picked = null;
    this.#gone = null;
    if (view.taken === null) {
      this.fresh = null;
    } else if (this.fresh === null || slotOf(tape, this.fresh) < 0) {
      const [only] = arrived.length === 1 ? arrived : [];
      this.fresh = only ?? tape.findLast((held) => held?.face === view.taken)?.id ?? null;
      this.#wish = null;
    }
    if (arrived.length > 0) this.#beforeSort = null;
    if (view.rack !== null) this.#keep();
  }

  /** The tile with this id. */
  held(id: number | null): Held | null {
    return this.tape.find((held) => held !== null && held.id === id) ?? null;
  }

  /** The tile that is picked up. */
  get inHand(): Held | null {
    return this.held(this.picked);
  }

  get canUndo(): boolean {
    return this.#beforeSort !== null;
  }

  /** Moves the tile of a slot; see `drop` of rack.ts. */
  move(from: number, to: number): void {
    this.#lay(drop(this.tape, from, to));
  }

  /** Moves the group, or the stretch, of a slot as a block (ux-R10). */
  moveGroup(from: number, to: number): void {
    const span = this.spanAt(from);
    if (span) this.#lay(moveBlock(this.tape, span, to - (from - span.start)));
  }

  /** Moves the group of a slot by one step and answers where that slot's tile lies then. */
  stepGroup(slot: number, by: 1 | -1): number {
    const span = this.spanAt(slot);
    const id = this.tape[slot]?.id;
    if (!span || id === undefined) return slot;
    this.#lay(step(this.tape, span, by));
    return slotOf(this.tape, id);
  }

  /** The group that holds a slot, or else the stretch; null for an empty slot. */
  spanAt(slot: number): Span | null {
    const group = this.reading.groups.find(({ start, end }) => start <= slot && slot <= end);
    return group ?? stretchAt(this.tape, slot);
  }

  sort(order: Order): void {
    const before = this.tape;
    this.#lay(sort(before, order));
    this.#beforeSort = before;
  }

  /** Lays groups out as the referee advises; one step back leads to what was. */
  arrange(groups: readonly (readonly Face[])[]): void {
    const before = this.tape;
    this.#lay(layOut(before, groups));
    this.#beforeSort = before;
  }

  undo(): void {
    if (this.#beforeSort !== null) this.#lay(this.#beforeSort);
  }

  /** The next tile that arrives shall lie on this slot. */
  wishFor(slot: number | null): void {
    this.#wish = slot;
  }

  /** This tile is being thrown. */
  letGo(id: number): void {
    this.#gone = id;
  }

  #lay(tape: Tape): void {
    this.tape = tape;
    this.picked = null;
    this.flagged = new Set();
    this.#beforeSort = null;
    this.#keep();
  }

  #keep(): void {
    if (this.#keeping === null) return;
    const kept: Kept = { match: this.#keeping.match, slots: this.tape.map((held) => held?.face ?? null) };
    remember(keyOf(this.#keeping), JSON.stringify(kept));
  }
}

const same = (a: Keeping, b: Keeping | null): boolean =>
  b !== null && a.room === b.room && a.match === b.match && a.seat === b.seat;
