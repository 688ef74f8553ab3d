/**
 * What this browser knows of a room, folded from snapshots and frames.
 *
 * Invariant: a `Room` is never changed in place; each frame makes a new one.
 */
import type { Checked } from '../fair/check.ts';
import { afterShuffleEvent } from '../fair/state.ts';
import type {
  ChatLine,
  Emote,
  Event,
  Occupant,
  Player,
  Push,
  RoomEvent,
  RoomId,
  RoomState,
  Seat,
  SeatState,
} from '../protocol/types.ts';
import { isPlaying } from '../table/contract.ts';

/** A line of the room's history. */
export interface LogEntry {
  /** Unique and growing within this visit, to key lists by. */
  readonly key: number;
  readonly event: Event;
  /** The player that a room event speaks of, by the name at that time; empty for events of the game. */
  readonly who: string;
}

/** A line of chat, or a quick phrase, which each page says in its own language. */
export interface Line extends ChatLine {
  readonly emote?: Emote;
}

export interface Room extends Readonly<RoomState> {
  readonly id: RoomId;
  /** What was said, the newest last. */
  readonly chat: Line[];
  /** The spectators who have asked for this player's rack or hand and were not answered, the earliest first. */
  readonly asked: readonly string[];
  /** The number of the last frame that is folded in. */
  readonly seq: number;
  /** What happened since the room was opened here, the newest last. Chat is in `chat`. */
  readonly log: readonly LogEntry[];
  /** The events of the newest frame, for animation and announcements; empty after a snapshot. */
  readonly latest: readonly Event[];
  /** What this browser says of the shuffle of the round that was over last; null before it saw one. */
  readonly checked: Checked | null;
}

/** Lines of log and of chat that are kept. */
const LOG_LINES = 400;
const CHAT_LINES = 200;

type Frame = Extract<Push, { type: 'events' }>;
type Snapshot = Extract<Push, { type: 'snapshot' }>;

/** The room of a snapshot; the log of an earlier state of the same room is kept. */
export function fromSnapshot({ room, seq, state }: Snapshot, before?: Room): Room {
  const asked = before?.asked.filter((id) => state.spectators.some((player) => player.id === id)) ?? [];
  return {
    ...state,
    id: room,
    seq,
    asked,
    log: before?.log ?? [],
    latest: [],
    checked: before?.checked ?? null,
  };
}

/**
 * The room after the next frame.
 *
 * The caller has checked that the frame is the next one: `frame.seq === room.seq + 1`. `now` is the server's time, at which
 * quick phrases count as said.
 */
export function afterFrame(room: Room, frame: Frame, now: number): Room {
  let next: Room = { ...room, seq: frame.seq, latest: frame.events };
  const log: LogEntry[] = [];
  let key = (room.log.at(-1)?.key ?? 0) + 1;
  for (const event of frame.events) {
    const who = event.of === 'room' ? whoOf(next, event) : '';
    if (event.of === 'room') next = afterRoomEvent(next, event, now);
    if (event.of !== 'room' || (event.kind !== 'chat' && event.kind !== 'emote'))
      log.push({ key: key++, event, who });
  }
  if (log.length > 0) next = { ...next, log: [...next.log, ...log].slice(-LOG_LINES) };
  if (frame.view !== undefined) next = { ...next, view: frame.view };
  if (frame.prompt !== undefined) next = { ...next, prompt: frame.prompt };
  const stage = stageOf(next);
  return { ...next, stage, seats: stage === 'playing' ? next.seats.map(unready) : next.seats };
}

/** Once a round runs, "ready" has been used up: the next round asks again. */
function unready(seat: SeatState): SeatState {
  return seat.occupant?.kind === 'player' && seat.ready ? { ...seat, ready: false } : seat;
}

/** Where the room stands follows from the match and the prompt, so that no event has to say it. */
function stageOf(room: Room): Room['stage'] {
  if (room.match_number === 0 || room.view === null) return 'waiting';
  if (room.view.phase.phase === 'over') return 'over';
  return isPlaying(room.prompt.expects) ? 'playing' : 'between';
}

function afterRoomEvent(before: Room, event: RoomEvent, now: number): Room {
  const room = { ...before, shuffle: afterShuffleEvent(before.shuffle, event, before.seats.length) };
  switch (event.kind) {
    case 'joined':
      return { ...room, spectators: [...without(room.spectators, event.player.id), event.player] };
    case 'left':
      return {
        ...room,
        spectators: without(room.spectators, event.player),
        asked: unasked(room, event.player),
      };
    case 'sat':
      return seated(room, event.seat, event.occupant);
    case 'stood':
      return stood(room, event.seat);
    case 'ready':
      return withSeat(room, event.seat, (seat) => ({ ...seat, ready: event.ready }));
    case 'host':
      return { ...room, host: event.player };
    case 'presence':
      return withPlayer(room, event.player, (player) => ({
        ...player,
        connected: event.connected,
        since: event.since,
      }));
    case 'renamed':
      return withPlayer(room, event.player, (player) => ({ ...player, name: event.name }));
    case 'substituted':
      return withSeat(room, event.seat, (seat) => ({
        ...seat,
        occupant:
          seat.occupant?.kind === 'player' ? { ...seat.occupant, bot_plays: event.bot } : seat.occupant,
      }));
    case 'chat': {
      const { player, name, channel, text, at } = event;
      return said(room, { player, name, channel, text, at });
    }
    case 'emote': {
      const { player, emote } = event;
      const channel = room.spectators.some(({ id }) => id === player) ? 'spectators' : 'table';
      return said(room, { player, name: playerName(room, player) ?? '', channel, text: '', at: now, emote });
    }
    case 'vote_opened':
      return { ...room, vote: { seat: event.seat, closes: event.closes, cast: [] } };
    case 'voted':
      if (room.vote === undefined) return room;
      return {
        ...room,
        vote: {
          ...room.vote,
          cast: [
            ...room.vote.cast.filter(({ seat }) => seat !== event.seat),
            { seat: event.seat, choice: event.choice },
          ],
        },
      };
    case 'vote_closed': {
      const rest: { -readonly [K in keyof Room]: Room[K] } = { ...room };
      delete rest.vote;
      return rest;
    }
    case 'match_abandoned':
      return { ...room, view: null, shown: [], asked: [] };
    case 'hand_asked':
      return event.seat === room.you.seat
        ? { ...room, asked: [...unasked(room, event.player), event.player] }
        : room;
    case 'hand_shown': {
      const others = (room.shown ?? []).filter(({ player }) => player !== event.player);
      return {
        ...room,
        asked: event.seat === room.you.seat ? unasked(room, event.player) : room.asked,
        shown: event.shown ? [...others, { seat: event.seat, player: event.player }] : others,
      };
    }
    case 'bank':
      return withSeat(room, event.seat, (seat) => ({ ...seat, bank_ms: event.left_ms }));
    case 'match_started':
      return {
        ...room,
        match_number: event.number,
        seats: room.seats.map((seat) => ({ ...seat, bank_ms: room.bank_ms })),
      };
    default:
      // A newer server may tell of what this client does not know; the next snapshot has its effect.
      return room;
  }
}

const said = (room: Room, line: Line): Room => ({ ...room, chat: [...room.chat, line].slice(-CHAT_LINES) });

const unasked = (room: Room, player: string): readonly string[] => room.asked.filter((id) => id !== player);

const without = (players: readonly Player[], id: string): Player[] =>
  players.filter((player) => player.id !== id);

function withSeat(room: Room, seat: Seat, change: (state: SeatState) => SeatState): Room {
  return { ...room, seats: room.seats.map((state, index) => (index === seat ? change(state) : state)) };
}

function withPlayer(room: Room, id: string, change: (player: Player) => Player): Room {
  return {
    ...room,
    spectators: room.spectators.map((player) => (player.id === id ? change(player) : player)),
    seats: room.seats.map((state) =>
      state.occupant?.kind === 'player' && sits(state, id)
        ? { ...state, occupant: { ...state.occupant, player: change(state.occupant.player) } }
        : state,
    ),
  };
}

/** A seat on which nobody sits. What is left in its bank is the seat's, whoever sits there. */
const FREE = { occupant: null, ready: false } as const;

function seated(room: Room, seat: Seat, occupant: Occupant): Room {
  const taken = { occupant, ready: occupant.kind === 'bot' };
  if (occupant.kind === 'bot')
    return mineIs(
      withSeat(room, seat, (state) => ({ ...state, ...taken })),
      seat,
      false,
    );
  const { id } = occupant.player;
  // A player who moves from one seat to another has left the first.
  const seats = room.seats.map((state, index) =>
    index === seat ? { ...state, ...taken } : sits(state, id) ? { ...state, ...FREE } : state,
  );
  return mineIs({ ...room, seats, spectators: without(room.spectators, id) }, seat, id === room.you.player);
}

const sits = (state: SeatState, id: string): boolean =>
  state.occupant?.kind === 'player' && state.occupant.player.id === id;

function stood(room: Room, seat: Seat): Room {
  const occupant = room.seats[seat]?.occupant;
  const next = mineIs(
    withSeat(room, seat, (state) => ({ ...state, ...FREE })),
    seat,
    false,
  );
  if (occupant?.kind !== 'player') return next;
  return { ...next, spectators: [...without(next.spectators, occupant.player.id), occupant.player] };
}

/** Keeps `you.seat` true to the seats: `seat` is mine now, or no longer. */
function mineIs(room: Room, seat: Seat, mine: boolean): Room {
  if (mine) return { ...room, you: { ...room.you, seat } };
  return room.you.seat === seat ? { ...room, you: { ...room.you, seat: null } } : room;
}

/** The player or bot of a seat by name; none when it is free. */
export function nameOf(room: Room, seat: Seat): string | null {
  const occupant = room.seats[seat]?.occupant;
  if (!occupant) return null;
  return occupant.kind === 'bot' ? occupant.name : occupant.player.name;
}

/** The name of whoever a room event speaks of, before the event is folded in. */
function whoOf(room: Room, event: RoomEvent): string {
  switch (event.kind) {
    case 'joined':
      return event.player.name;
    case 'sat':
      return event.occupant.kind === 'bot' ? event.occupant.name : event.occupant.player.name;
    case 'left':
    case 'host':
    case 'presence':
    case 'renamed':
    case 'hand_asked':
    case 'hand_shown':
      return playerName(room, event.player) ?? '';
    case 'stood':
    case 'ready':
    case 'substituted':
    case 'vote_opened':
    case 'vote_closed':
    case 'voted':
      return nameOf(room, event.seat) ?? '';
    default:
      return '';
  }
}

/** The name of a player in the room. */
export function playerName(room: Room, id: string): string | null {
  for (const { occupant } of room.seats) {
    if (occupant?.kind === 'player' && occupant.player.id === id) return occupant.player.name;
  }
  return room.spectators.find((player) => player.id === id)?.name ?? null;
}
