/**
 * What is the player's own at the table: the order of the hand, the raised cards, the draft of the exchange, a queued
 * play. It survives every new view, and the order survives a reload (ux-C3, ux-C9).
 *
 * Invariant: raised, drafted and queued cards are cards of the hand.
 */
import type { Card, Rank, Seat, TichuView } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import { recall, remember } from '../ui/remember.ts';
import { DECK } from './card.ts';
import { EMPTY_DRAFT, give, nextSide, sideFor, takeBack, within, type Draft } from './exchange.ts';
import { arrange, moveTo, nudge, ORDERS, reconcile, type Order } from './hand.ts';
import type { Play } from './judge.ts';
import type { Side } from './seats.ts';

/** Where the order is remembered. */
export interface Keeping {
  readonly room: string;
  readonly match: number;
  readonly seat: Seat;
}

/** A play that waits for the end of the bomb window (ux-T10). */
export interface Queued {
  readonly play: Play;
  readonly name: string;
}

interface Kept {
  readonly order: Order;
  readonly manual: readonly Card[];
}

export class Desk {
  #hand = $state.raw<readonly Card[]>([]);
  #order = $state<Order>('rank');
  #manual = $state.raw<readonly Card[]>([]);
  #raised = $state.raw<ReadonlySet<Card>>(new Set());
  #draft = $state.raw<Draft>(EMPTY_DRAFT);
  #keeping: Keeping | null = null;
  #round = 0;

  queued = $state.raw<Queued | null>(null);
  /** Whether a confirmed exchange is being changed. */
  changing = $state(false);

  /** Folds in what the server says, and finds the kept order when the match is another one. */
  follow(view: TichuView, keeping: Keeping | null): void {
    if (keyOf(keeping) !== keyOf(this.#keeping)) {
      this.#keeping = keeping;
      const kept = keeping === null ? null : read(recall(keyOf(keeping)));
      this.#order = kept?.order ?? 'rank';
      this.#manual = kept?.manual ?? [];
      this.#raised = new Set();
      this.#draft = EMPTY_DRAFT;
    }
    if (view.round !== this.#round) {
      this.#round = view.round;
      this.#draft = EMPTY_DRAFT;
      this.changing = false;
      this.queued = null;
    }
    const hand = view.hand ?? [];
    this.#hand = hand;
    this.#raised = new Set([...this.#raised].filter((card) => hand.includes(card)));
    this.#draft = within(this.#draft, hand);
    if (this.queued?.play.cards.some((card) => !hand.includes(card))) this.queued = null;
  }

  get hand(): readonly Card[] {
    return this.#hand;
  }

  get order(): Order {
    return this.#order;
  }

  /** The hand as it is shown, in stretches that belong together; cards in the draft lie elsewhere. */
  get groups(): Card[][] {
    const shown = this.#hand.filter((card) => sideFor(this.#draft, card) === null);
    const groups = arrange(shown, this.#order, this.#manual).filter((group) => group.length > 0);
    // From high to low for who holds the cards in the right hand and plays with the left (ux-C28).
    const turned = settings.is('left_handed') && this.#order !== 'manual';
    return turned ? groups.toReversed().map((group) => group.toReversed()) : groups;
  }

  /** The raised cards, in the order in which they stand. */
  get raised(): Card[] {
    return this.groups.flat().filter((card) => this.#raised.has(card));
  }

  get draft(): Draft {
    return this.#draft;
  }

  isRaised(card: Card): boolean {
    return this.#raised.has(card);
  }

  toggle(card: Card): void {
    const raised = new Set(this.#raised);
    if (!raised.delete(card)) raised.add(card);
    this.#raised = raised;
  }

  raise(cards: readonly Card[]): void {
    this.#raised = new Set(cards);
  }

  lower(): void {
    this.#raised = new Set();
  }

  setOrder(order: Order): void {
    if (order === 'manual' && this.#manual.length === 0) this.#manual = this.groups.flat();
    this.#order = order;
    this.#keep();
  }

  /** Moves a card to a place among the shown ones; from then on the order is the player's own. */
  move(card: Card, to: number): void {
    this.#rearrange(moveTo(this.groups.flat(), card, to));
  }

  /** Moves the raised cards, or one card, a step. */
  nudge(by: 1 | -1, card: Card | null = null): void {
    this.#rearrange(nudge(this.groups.flat(), card === null ? this.#raised : new Set([card]), by));
  }

  #rearrange(cards: readonly Card[]): void {
    this.#manual = reconcile(cards, this.#hand);
    this.#order = 'manual';
    this.#keep();
  }

  /** Lays a card before a seat, or before the next one that has none. */
  give(card: Card, side: Side | null = nextSide(this.#draft)): void {
    if (side === null) return;
    this.#draft = give(this.#draft, side, card);
    this.lower();
  }

  takeBack(side: Side): void {
    this.#draft = takeBack(this.#draft, side);
  }

  setDraft(draft: Draft): void {
    this.#draft = within(draft, this.#hand);
  }

  #keep(): void {
    if (this.#keeping === null) return;
    const kept: Kept = { order: this.#order, manual: this.#manual };
    remember(keyOf(this.#keeping), JSON.stringify(kept));
  }
}

const keyOf = (keeping: Keeping | null): string =>
  keeping === null ? '' : `hand.${keeping.room}.${keeping.match}.${keeping.seat}`;

/** What was kept, if it is whole: another version of this page may have written it. */
function read(text: string | null): Kept | null {
  try {
    const { order, manual } = JSON.parse(text ?? 'null') as Partial<Kept>;
    const known = order !== undefined && ORDERS.includes(order);
    const cards = Array.isArray(manual) ? manual.filter((card) => DECK.includes(card)) : [];
    return known ? { order, manual: cards } : null;
  } catch {
    return null;
  }
}

/** A play as it is sent; the Phoenix is stated where the cards can be read in two ways (T9). */
export function playOf(cards: readonly Card[], phoenix: Rank | null, wish: Rank | null): Play {
  return {
    kind: 'play',
    cards: [...cards],
    ...(phoenix === null ? {} : { phoenix }),
    ...(wish === null ? {} : { wish }),
  };
}
