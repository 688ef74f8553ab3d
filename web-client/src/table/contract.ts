/**
 * What a game's folder (`src/rummikub/`, `src/tichu/`) gives to the frame around the table, and what it gets.
 *
 * `src/<game>/index.ts` has `export const game: GameUi<'rummikub'> = { … }`; the frame loads it by `import()` when a
 * room of that game is opened. The frame draws everything around the table: header, connection banner, the one
 * status line with the clock, score dialog, chat and log, ready and rematch, toasts for rejected commands. The table
 * draws seats, what lies on the felt, and the hand with its buttons.
 *
 * Rules for a table:
 * - It fills its parent, a size container named `table`: lay out by `@container table (width < …)`, never by the
 *   window. On a phone it must not scroll; the frame gives it 100dvh less header and status line (360x640: 360x556;
 *   640x360: 640x316; 1280x800 with the side column open: 960x716).
 * - Everything shared comes from `view` and `prompt`; nothing shared changes before the server says so (ux-C3).
 *   What is the player's own (order of the rack, selection) lives in the table and survives a new `view`.
 *   Save it with `remember(key, value)` of `ui/remember.ts`, keyed by room, match number and seat (ux-C9).
 * - Buttons that send are `BusyButton`s. A rejected `act` has already shown its localised reason as a toast.
 * - The table says by `announce(text)` what a blind player must hear of others; the status line is announced by the
 *   frame already.
 * - Colours and sizes are the names of `style/tokens.css`; the table stands on felt, inside `.on-felt`.
 * - Icons from `icons/Icon.svelte`; no emoji, no Unicode suits, no `style="…"` attributes (`style:name={…}` is fine),
 *   no `{@html}`.
 * - Texts come from the game's own `messages.ts`, one file a language; see `i18n/dictionary.ts`.
 * - Shared parts: `table/PlayerChip`, `table/Timer`, `table/ScoreSheet`, `ui/Dialog`, `ui/BusyButton`, `ui/toast`,
 *   `ui/announce`.
 */
import type { Component } from 'svelte';
import type {
  Code,
  Event,
  Expects,
  GameKind,
  Prompt,
  RummikubAction,
  RummikubEvent,
  RummikubHint,
  RummikubView,
  Seat,
  TichuAction,
  TichuEvent,
  TichuHint,
  TichuView,
  View,
} from '../protocol/types.ts';
import type { Room } from '../store/room.ts';
import type { Shortcut } from './shortcuts.ts';

/** What belongs to each game on the wire. */
export interface Wire {
  rummikub: { view: RummikubView; action: RummikubAction; event: RummikubEvent; hint: RummikubHint };
  tichu: { view: TichuView; action: TichuAction; event: TichuEvent; hint: TichuHint };
}

/** How a command went. `code` is the server's, or `stopped` when the connection ended for good. */
export type Result = { readonly ok: true } | { readonly ok: false; readonly code: Code | 'stopped' };

export interface TableProps<G extends GameKind> {
  /** The room; a new object whenever anything in it changed. */
  room: Room;
  /** The match as this viewer may know it; a new object whenever it changed. */
  view: Wire[G]['view'];
  /** What the room waits for. `isMine(prompt, me)` says whether it waits for this seat. */
  prompt: Prompt;
  /** This viewer's seat; null for a spectator. */
  me: Seat | null;
  /**
   * Sends an action and resolves with the server's answer, never before; a loss of the connection in between only
   * makes it take longer. The number of the prompt is added by the frame, unless `outOfTurn` is set (a bomb out of
   * turn, a tichu call).
   */
  act: (action: Wire[G]['action'], options?: { outOfTurn?: boolean }) => Promise<Result>;
  /** Asks the referee for advice; null for none, after its reason was shown. Null where the room gives no hints. */
  hint: (() => Promise<Wire[G]['hint'] | null>) | null;
  /** The server's clock in milliseconds of Unix time; compare with `prompt.deadline`. */
  now: () => number;
}

/** What the frame needs to know of one seat to speak about a game. */
export interface Names {
  /** The name of whoever sits there; "you" is not used. */
  (seat: Seat): string;
}

export interface StatusContext<G extends GameKind> {
  view: Wire[G]['view'];
  prompt: Prompt;
  me: Seat | null;
  name: Names;
}

/** A score table: rounds as rows, players or teams as columns (ux-C15). */
export interface ScoreTable {
  columns: readonly { name: string; mine: boolean }[];
  rows: readonly { label: string; cells: readonly ScoreCell[] }[];
  totals: readonly number[];
  /** What the match is played to, in words: "to 1,000 points", "5 rounds". */
  goal: string;
  /** Columns that have won; empty while the match runs. */
  winners: readonly number[];
}

export interface ScoreCell {
  points: number;
  /** What else is worth knowing: "tichu made", "double victory". */
  notes: readonly string[];
}

/** Props of a game's log line: draws one event as text and marks; renders nothing for events that need no line. */
export interface LogLineProps<G extends GameKind> {
  event: Wire[G]['event'];
  name: Names;
}

/** Everything that a game's folder exports to the frame, as `game` in its `index.ts`. */
export interface GameUi<G extends GameKind> {
  /** The table. */
  Table: Component<TableProps<G>>;
  /** One event as a line of the log (ux-C17). */
  LogLine: Component<LogLineProps<G>>;
  /**
   * What is expected now, as one short sentence: never empty, one for every phase and viewer (ux-C2). Without the
   * clock, which stands beside it. For `ready` and between rounds the frame has its own.
   */
  status: (context: StatusContext<G>) => string;
  /** The score table. */
  scores: (context: Omit<StatusContext<G>, 'prompt'>) => ScoreTable;
  /** The keys that do something at this table, for the list that `?` opens (ux-C25). */
  keys: () => readonly Shortcut[];
  /** The localised reason of each of the game's own codes. */
  reasons: (code: string) => string | undefined;
}

/** Whether the room waits for this seat. */
export function isMine(prompt: Prompt, me: Seat | null): boolean {
  return me !== null && prompt.seats.includes(me);
}

/** Whether a round is being played, so that `expects` is an action of the game or a bomb window. */
export function isPlaying(expects: Expects): boolean {
  return expects !== 'ready' && !isShuffling(expects);
}

/** Whether the seats agree on a shuffle, which their devices do by themselves. */
export function isShuffling(expects: Expects): boolean {
  return expects === 'hash' || expects === 'nonce';
}

export type { Event, GameKind, Prompt, Room, Seat, View };
