/**
 * What the player does at the table, whichever way: drag, two taps and keyboard all end here (ux-C4).
 *
 * Invariants: one command is under way at a time; nothing shared changes before the server has answered (ux-C3).
 */
import type { Fault, RummikubAction, RummikubEvent, RummikubHint, Seat } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import { isMine, type Names, type TableProps } from '../table/contract.ts';
import { tick } from '../table/haptics.ts';
import { announce } from '../ui/announce.svelte.ts';
import { play as sound } from '../ui/sound.ts';
import { toast } from '../ui/toast.svelte.ts';
import { actionOf, declaring, isReady, type Sheet } from './declare.ts';
import type { Desk } from './desk.svelte.ts';
import { tilesOfFault } from './faults.ts';
import type { Plan } from './groups.ts';
import { lineOf } from './log.ts';
import { t } from './messages.ts';
import { tileName } from './names.ts';
import type { Place } from './places.ts';
import { slotOf, tilesOf, type Held, type Order } from './rack.ts';
import { takeable } from './status.ts';
import type { Face } from './tile.ts';

/** A place that can be pressed besides the slots. */
export type Spot = 'pool' | 'discards' | 'throw' | 'finish';

export class Moves {
  /** The place whose answer is awaited. */
  busy = $state<Place | null>(null);
  /** The tile that is about to be thrown, when the player wants to be asked again (ux-C27). */
  asked = $state.raw<Held | null>(null);
  /** The referee's advice that is open. */
  hint = $state.raw<RummikubHint | null>(null);
  /** The dialog about a declaration that is open. */
  sheet = $state.raw<Sheet | null>(null);
  /** From where the tile that arrives next in the rack comes. */
  takenFrom: 'pool' | 'discards' = 'pool';
  /** Where on the screen the tile lay that I threw last. */
  thrownFrom: DOMRect | null = null;
  /** The declaration that was sent last, to say where its faults are. */
  #sent: Plan | null = null;

  readonly #desk: Desk;
  readonly #table: () => TableProps<'rummikub'>;
  readonly #rectOf: (slot: number) => DOMRect | null;
  readonly #name: Names;

  constructor(
    desk: Desk,
    table: () => TableProps<'rummikub'>,
    name: Names,
    rectOf: (slot: number) => DOMRect | null,
  ) {
    this.#desk = desk;
    this.#table = table;
    this.#name = name;
    this.#rectOf = rectOf;
  }

  /** The seat on turn; null between rounds. */
  get turn(): Seat | null {
    const { phase } = this.#table().view;
    return phase.phase === 'take' || phase.phase === 'throw' ? phase.turn : null;
  }
  get myTurn(): boolean {
    const { prompt, me } = this.#table();
    return this.turn !== null && this.turn === me && isMine(prompt, me);
  }
  get mayTake(): boolean {
    return this.myTurn && this.#table().view.phase.phase === 'take';
  }
  get mayThrow(): boolean {
    return this.myTurn && this.#table().view.phase.phase === 'throw';
  }
  /** Whether the last discard may be taken now. */
  get mayTakeDiscard(): boolean {
    return this.mayTake && takeable(this.#table().view) !== null;
  }
  /** Whether the rack can be declared: not now, so that it is worth a try, or with everything in groups. */
  get declare(): 'no' | 'possible' | 'ready' {
    if (!this.mayThrow || this.#usedUp) return 'no';
    return isReady(this.#desk, this.#desk.picked, this.#barred) ? 'ready' : 'possible';
  }
  /** The face that may not be thrown in this turn (R10). */
  get #barred(): Face | null {
    const { phase } = this.#table().view;
    return phase.phase === 'throw' ? phase.from_discards : null;
  }
  get #usedUp(): boolean {
    const { phase } = this.#table().view;
    return phase.phase === 'throw' && phase.refused >= 3;
  }

  /** Whether something can be lifted from a place now. */
  lifts(from: Place): boolean {
    if (typeof from === 'number') return Boolean(this.#desk.tape[from]);
    if (this.busy !== null) return false;
    return from === 'pool' ? this.mayTake : from === 'discards' && this.mayTakeDiscard;
  }

  drop(from: Place, to: Place, group = false): void {
    if (from === to) return;
    if (typeof from === 'number') {
      const held = this.#desk.tape[from];
      if (!held) return;
      if (typeof to === 'number') {
        if (group) this.#desk.moveGroup(from, to);
        else this.#desk.move(from, to);
        announce(group ? t.movedGroup(to + 1) : t.placed(tileName(held.face), to + 1));
      } else if (to === 'throw') this.#throw(held);
      else if (to === 'finish') this.#open(held.id);
    } else if ((from === 'pool' || from === 'discards') && typeof to === 'number') {
      void this.#take(from, to);
    }
  }

  /** A slot was pressed: picks up, puts down, or puts back. */
  slot(slot: number): void {
    const desk = this.#desk;
    const inHand = desk.inHand;
    const here = desk.tape[slot] ?? null;
    if (inHand === null) {
      if (here === null) return;
      desk.picked = here.id;
      tick();
      announce(t.pickedUp(tileName(here.face)));
    } else if (here?.id === inHand.id) this.putBack();
    else this.drop(slotOf(desk.tape, inHand.id), slot);
  }

  putBack(): void {
    const inHand = this.#desk.inHand;
    this.#desk.picked = null;
    if (inHand) announce(t.putBack(tileName(inHand.face)));
  }

  press(spot: Spot): void {
    const desk = this.#desk;
    if (spot === 'pool' || spot === 'discards') void this.#take(spot);
    else if (spot === 'finish') this.#open(desk.picked);
    else if (desk.inHand) this.drop(slotOf(desk.tape, desk.inHand.id), 'throw');
    else toast(t.chooseThrow);
  }

  sort(order: Order): void {
    this.#desk.sort(order);
    announce(t.sorted);
  }

  undo(): void {
    if (!this.#desk.canUndo) return;
    this.#desk.undo();
    announce(t.undone);
  }

  async askHint(): Promise<void> {
    this.hint = (await this.#table().hint?.()) ?? null;
  }

  /** Lays the advised groups out; the tile to throw is picked up. */
  takeHint({ layout, throw: thrown }: RummikubHint): void {
    const desk = this.#desk;
    this.hint = null;
    desk.arrange(layout);
    desk.picked = tilesOf(desk.tape).findLast((held) => held.face === thrown)?.id ?? null;
    announce(t.sorted);
  }

  choose(plan: Plan): void {
    this.sheet = { step: 'confirm', plan };
  }

  async confirm(plan: Plan): Promise<void> {
    this.#sent = plan;
    if ((await this.#send('finish', actionOf(plan))) && this.sheet?.step === 'confirm') this.sheet = null;
  }

  /** The turn is over: an open declaration is withdrawn, but not the reasons of a refused one (ux-C5, ux-R12). */
  turnOver(): void {
    this.asked = null;
    this.hint = null;
    if (this.sheet?.step !== 'refused') this.sheet = null;
  }

  /** Something happened: said to those who do not see it; a refusal by the referee is shown. */
  hear(event: RummikubEvent): void {
    const mine = 'seat' in event && event.seat === this.#table().me;
    if (event.kind === 'threw' || event.kind === 'took') sound('place');
    else if (event.kind === 'declared') sound('flourish');
    if (event.kind === 'took' && mine) {
      this.takenFrom = event.from;
      if (event.tile !== undefined) announce(t.tookNew(tileName(event.tile)));
    } else if (event.kind === 'refused' && mine) this.#refused(event.faults ?? [], event.left);
    else if (!mine || event.kind === 'timed_out') announce(lineOf(event, this.#name).text);
  }

  async #take(from: 'pool' | 'discards', wish: number | null = null): Promise<void> {
    if (from === 'pool' ? !this.mayTake : !this.mayTakeDiscard) return;
    this.takenFrom = from;
    this.#desk.wishFor(wish !== null && this.#desk.tape[wish] === null ? wish : null);
    if (!(await this.#send(from, { kind: 'take', from }))) this.#desk.wishFor(null);
  }

  #throw(held: Held): void {
    if (!this.mayThrow) return;
    if (held.face === this.#barred) toast(t.illegal.same_tile, 'bad');
    else if (settings.is('confirm')) this.asked = held;
    else void this.throwNow(held);
  }

  async throwNow(held: Held): Promise<void> {
    this.asked = null;
    this.thrownFrom = this.#rectOf(slotOf(this.#desk.tape, held.id));
    this.#desk.letGo(held.id);
    await this.#send('throw', { kind: 'throw', tile: held.face });
  }

  #open(thrown: number | null): void {
    if (!this.mayThrow) return;
    if (this.#usedUp) return toast(t.usedUp, 'bad');
    const next = declaring(this.#desk, thrown, this.#barred);
    this.sheet = next;
    if (next.step === 'missing') this.#desk.flagged = new Set(next.loose.map((held) => held.id));
  }

  #refused(faults: readonly Fault[], left: number): void {
    const plan = this.#sent ?? { thrown: { id: 0, face: '' }, groups: [], left: [] };
    const layout = plan.groups.map((group) => group.tiles.map((held) => held.face));
    this.sheet = { step: 'refused', faults, left, plan };
    this.#flag(faults.flatMap((fault) => tilesOfFault(fault, layout)));
    announce(t.refusedTitle);
  }

  #flag(faces: readonly Face[]): void {
    const owed = [...faces];
    const marked = tilesOf(this.#desk.tape).filter((held) => {
      const at = owed.indexOf(held.face);
      if (at >= 0) owed.splice(at, 1);
      return at >= 0;
    });
    this.#desk.flagged = new Set(marked.map((held) => held.id));
  }

  async #send(place: Place, action: RummikubAction): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = place;
    try {
      return (await this.#table().act(action)).ok;
    } finally {
      this.busy = null;
    }
  }
}
