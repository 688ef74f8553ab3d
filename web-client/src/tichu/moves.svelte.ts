/**
 * What the player does at the table, whichever way: drag, tap and keyboard all end here (ux-C4).
 *
 * Invariants: nothing shared changes before the server has answered (ux-C3); a question about something that is no
 * longer possible is withdrawn; what is queued is sent once, or taken back with a word (ux-T10).
 */
import type { Card, Exchange, Rank, TichuAction, TichuHint } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Result, TableProps } from '../table/contract.ts';
import { tick } from '../table/haptics.ts';
import { announce } from '../ui/announce.svelte.ts';
import { toast } from '../ui/toast.svelte.ts';
import { MAH_JONG, rankOf } from './card.ts';
import type { Reading } from './combination.ts';
import { playOf, type Desk } from './desk.svelte.ts';
import {
  boundBy,
  isOnTurn,
  judge,
  legalBombs,
  mayPass,
  tichuCall,
  trickOf,
  type Bomb,
  type Play,
  type Verdict,
} from './judge.ts';
import { t } from './messages.ts';
import type { Drop } from './places.ts';
import type { Side } from './seats.ts';
import { rankMark, readingName } from './words.ts';

/** A question that must be answered before something is sent. */
export type Question =
  | { readonly about: 'phoenix'; readonly cards: readonly Card[]; readonly readings: readonly Reading[] }
  | {
      readonly about: 'wish';
      readonly cards: readonly Card[];
      readonly reading: Reading;
      readonly stated: Rank | null;
    }
  | { readonly about: 'bomb'; readonly bombs: readonly Bomb[] }
  | { readonly about: 'tichu' }
  /** Whether the play is meant, when the player wants to be asked again (ux-C27). */
  | { readonly about: 'sure'; readonly made: Play; readonly reading: Reading };

export class Moves {
  question = $state.raw<Question | null>(null);
  /** The referee's advice that is open. */
  hint = $state.raw<TichuHint | null>(null);
  #passing = $state(false);

  readonly #desk: Desk;
  readonly #table: () => TableProps<'tichu'>;

  constructor(desk: Desk, table: () => TableProps<'tichu'>) {
    this.#desk = desk;
    this.#table = table;
  }

  get myTurn(): boolean {
    const { view, me } = this.#table();
    return isOnTurn(view, me);
  }
  /** Before the first lead cards are chosen for something else than a play. */
  get early(): boolean {
    const { phase } = this.#table().view;
    return phase.phase === 'grand' || phase.phase === 'exchange';
  }
  /** Whether the cards of an exchange are being chosen. */
  get choosing(): boolean {
    return this.#table().me !== null && this.#table().view.phase.phase === 'exchange' && this.sent === null;
  }
  /** The exchange that was confirmed and is not being changed. */
  get sent(): Exchange | null {
    const { view, me } = this.#table();
    const { phase } = view;
    const submitted = phase.phase === 'exchange' && me !== null && phase.submitted.includes(me);
    return submitted && !this.#desk.changing ? view.given : null;
  }
  /** Whether cards lie in the running trick. */
  get lies(): boolean {
    return (trickOf(this.#table().view)?.steps.length ?? 0) > 0;
  }
  readonly #bound = $derived.by(() => boundBy(this.#table().view, this.#table().me));
  /** The wished rank that must be played now (T19). */
  get bound(): Rank | null {
    return this.#bound;
  }
  readonly #verdict = $derived.by((): Verdict => {
    const { view, me } = this.#table();
    return judge(this.early ? [] : this.#desk.raised, view, me, this.#bound);
  });
  /** What the raised cards are, and whether they may be played. */
  get verdict(): Verdict {
    return this.#verdict;
  }
  readonly #bombs = $derived.by(() => legalBombs(this.#table().view, this.#table().me, this.#bound));
  /** The bombs that may fall now. */
  get bombs(): readonly Bomb[] {
    return this.#bombs;
  }
  /** Whether tichu can be called now, later in the round, or no more. */
  get call(): 'now' | 'later' | 'never' {
    return tichuCall(this.#table().view, this.#table().me);
  }
  /** Why the seat cannot pass; null when it can. */
  get noPass(): string | null {
    const { view, me } = this.#table();
    if (mayPass(view, me, this.#bound)) return null;
    if (!this.myTurn) return t.passNotYet;
    return this.#bound !== null && this.lies ? t.passWish(rankMark(this.#bound)) : t.passMustLead;
  }

  send(action: TichuAction, outOfTurn = false): Promise<Result> {
    return this.#table().act(action, { outOfTurn });
  }

  /** Whether the seat passes by itself until this trick ends (ux-T14). */
  get passing(): boolean {
    return this.#passing;
  }
  /** Why the seat cannot pass for the whole trick; null when it can. */
  get noPassing(): string | null {
    const { view, me } = this.#table();
    if (me === null || view.hand === null || view.out.includes(me) || !this.lies) return t.passNotYet;
    const { wish, hand } = view;
    // Whether the wish will bind depends on what lies then, so a card of its rank is enough to stay awake.
    if (wish !== null && hand.some((card) => rankOf(card) === wish)) return t.passWishMay(rankMark(wish));
    return null;
  }

  /** Pass was pressed: on turn it passes, else it says that the seat will pass until the trick ends, or not. */
  async pass(): Promise<void> {
    if (this.myTurn) {
      if (this.noPass === null) await this.send({ kind: 'pass' });
    } else if (this.#passing || this.noPassing === null) {
      this.#passing = !this.#passing;
      announce(this.#passing ? t.passingOn : t.passingOff);
    }
  }

  /** Passes when the turn comes and that was asked for; with a new trick, or where a wish may bind, it is off. */
  followPassing(): void {
    if (!this.#passing) return;
    if (this.noPassing !== null) this.#passing = false;
    else if (this.myTurn && this.noPass === null) void this.send({ kind: 'pass' });
  }

  /** Whether the raised cards can be played, or queued. */
  get ready(): boolean {
    return this.verdict.kind === 'legal' || this.verdict.kind === 'queue';
  }

  /** Play was pressed: asks what must be asked, then sends. */
  async press(): Promise<void> {
    const { verdict } = this;
    if (verdict.kind !== 'legal' && verdict.kind !== 'queue') return;
    const cards = this.#desk.raised;
    const [only, other] = verdict.readings;
    if (only === undefined) return;
    if (other !== undefined) this.question = { about: 'phoenix', cards, readings: verdict.readings };
    else await this.choose(cards, only);
  }

  /** What the Phoenix stands for is known: asks for the wish, or sends. */
  async choose(cards: readonly Card[], reading: Reading): Promise<void> {
    const stated = reading.phoenix;
    if (cards.includes(MAH_JONG)) this.question = { about: 'wish', cards, reading, stated };
    else await this.play(playOf(cards, stated, null), reading);
  }

  /** Sends a play, or queues it while the bomb window is open. */
  async play(made: Play, reading: Reading): Promise<void> {
    const { view, me } = this.#table();
    const asked = this.question?.about === 'sure';
    this.question = null;
    if (settings.is('confirm') && !asked) this.question = { about: 'sure', made, reading };
    else if (judge(made.cards, view, me, this.#bound).kind === 'queue') {
      this.#desk.queued = { play: made, name: readingName(reading) };
    } else await this.send(made, !this.myTurn);
  }

  async askHint(): Promise<void> {
    this.hint = (await this.#table().hint?.()) ?? null;
  }

  /** Raises the cards of an advised play. */
  takeHint(cards: readonly Card[]): void {
    this.hint = null;
    this.#desk.raise(cards);
  }

  throwBomb(): void {
    const { bombs } = this;
    const [only] = bombs;
    if (bombs.length === 1 && only) this.raiseBomb(only.cards);
    else if (bombs.length > 1) this.question = { about: 'bomb', bombs };
  }

  raiseBomb(cards: readonly Card[]): void {
    this.question = null;
    this.#desk.raise(cards);
    announce(t.bombRaised);
  }

  askTichu(): void {
    if (this.call === 'now') this.question = { about: 'tichu' };
  }

  async callTichu(yes: boolean): Promise<void> {
    if (yes) await this.send({ kind: 'tichu' }, true);
    this.question = null;
  }

  /** A card was pressed. In the exchange one at a time stands out, and a second press lowers it. */
  toggle(card: Card): void {
    const desk = this.#desk;
    if (!this.choosing) desk.toggle(card);
    else if (desk.isRaised(card)) desk.lower();
    else desk.raise([card]);
    if (desk.isRaised(card)) tick();
  }

  /** Lays the raised card before a seat. */
  place(side: Side): void {
    const [raised] = this.#desk.raised;
    if (raised !== undefined) this.#desk.give(raised, side);
  }

  async confirm(exchange: Exchange): Promise<void> {
    if ((await this.send({ kind: 'exchange', ...exchange })).ok) this.#desk.changing = false;
  }

  change(): void {
    const { given } = this.#table().view;
    if (given !== null) this.#desk.setDraft(given);
    this.#desk.changing = true;
  }

  drop(card: Card, place: Drop): void {
    const desk = this.#desk;
    if (place.on === 'hand') desk.move(card, place.to);
    else if (place.on === 'side') {
      if (this.choosing) desk.give(card, place.side);
    } else if (!this.early) {
      if (!desk.isRaised(card)) desk.toggle(card);
      void this.press();
    }
  }

  /** Withdraws a question about what is no longer possible. Called whenever the table changes. */
  review(): void {
    const asks = this.question?.about;
    const possible =
      asks === undefined ||
      (asks === 'tichu' ? this.call === 'now' : asks === 'bomb' ? this.bombs.length > 0 : this.ready);
    if (!possible) this.question = null;
  }

  /** Sends the queued play when its lead has come, and takes it back when it cannot come any more (ux-T10). */
  followQueue(): void {
    const { view, me, prompt } = this.#table();
    const { phase } = view;
    const { queued } = this.#desk;
    if (queued === null || phase.phase === 'bomb_window' || phase.phase === 'gift') return;
    // The lead has come, but its prompt is not here yet.
    if (phase.phase === 'turn' && phase.turn === me && !this.lies && prompt.expects !== 'lead') return;
    this.#desk.queued = null;
    if (this.myTurn && !this.lies) void this.send(queued.play);
    else toast(t.unqueued);
  }
}
