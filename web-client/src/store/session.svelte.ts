/**
 * The player's session: who they are, which rooms they are in, and what they ask.
 *
 * State is written from the connection's callbacks only. Nothing shared is changed before the server has said so
 * (ux-C3); rooms are folded by `room.ts`.
 */
import type { Part } from '../fair/part.ts';
import { Connection, type Answer, type Listener, type Status } from '../net/connection.ts';
import type {
  Action,
  Choice,
  Code,
  Command,
  Emote,
  Event,
  Hint,
  Invite,
  Limits,
  Practice,
  Push,
  Resume,
  RoomId,
  RoomSummary,
  Seat,
  Variant,
  Welcome,
} from '../protocol/types.ts';
import { toast } from '../ui/toast.svelte.ts';
import { recall, remember } from '../ui/remember.ts';
import { serverNow, setClockOffset } from '../ui/time.svelte.ts';
import { afterFrame, fromSnapshot, type Room } from './room.ts';

/** What a command came to: the server's `ok` with what it says, or a code. */
export type Done =
  | { readonly ok: true; readonly room?: RoomId; readonly invite?: Invite }
  | { readonly ok: false; readonly code: Code | 'stopped' };

/** The referee's advice, or why there is none. */
export type Advice =
  { readonly ok: true; readonly hint: Hint } | { readonly ok: false; readonly code: Code | 'stopped' };

/** What happened in a match, or why it is not told. */
export type Told =
  | { readonly ok: true; readonly number: number; readonly events: readonly Event[] }
  | { readonly ok: false; readonly code: Code | 'stopped' };

/** The limits that a page looks at. */
type Known = Pick<Limits, 'chat_chars' | 'name_chars' | 'absent_seconds'>;

/** What holds until the first welcome says it. */
const LIMITS: Known = { chat_chars: 300, name_chars: 24, absent_seconds: 120 };

export class Session {
  #status = $state.raw<Status>({ kind: 'connecting', attempt: 0 });
  #me = $state.raw<{ player: string; name: string } | null>(null);
  #limits = $state.raw<Known>(LIMITS);
  #rooms = $state.raw<Readonly<Record<RoomId, Room>>>({});
  #lobby = $state.raw<readonly RoomSummary[] | null>(null);
  #restartAt = $state.raw<number | null>(null);

  /** Rooms that a snapshot was asked for; their frames mean nothing until it arrives. */
  readonly #asked = new Set<RoomId>();
  /** This browser's part in the shuffles of each room. */
  readonly #parts = new Map<RoomId, Part>();
  #watching = false;
  readonly #connection: Connection;
  readonly #listeners = new Set<(room: Room, events: readonly Event[]) => void>();

  constructor(connect: (listener: Listener) => Connection) {
    this.#connection = connect({
      status: (status) => {
        this.#status = status;
      },
      welcome: (welcome) => this.#welcomed(welcome),
      push: (push) => this.#pushed(push),
      clock: setClockOffset,
      forgotten: () => {
        remember('token', null);
        this.#rooms = {};
        this.#parts.clear();
        this.#asked.clear();
      },
      identity: () => {
        const [token, name] = [recall('token'), recall('name')];
        return { ...(token !== null && { token }), ...(name !== null && { name }) };
      },
      resume: () => this.#resume(),
    });
  }

  get status(): Status {
    return this.#status;
  }
  /** Who this browser's player is; null before the first welcome. */
  get me(): { player: string; name: string } | null {
    return this.#me;
  }
  get limits(): Known {
    return this.#limits;
  }
  /** The rooms that the player is in. */
  get rooms(): Readonly<Record<RoomId, Room>> {
    return this.#rooms;
  }
  /** The public rooms; null while they are not known. */
  get lobby(): readonly RoomSummary[] | null {
    return this.#lobby;
  }
  /** When the server will restart, by its clock; null when no restart is announced. */
  get restartAt(): number | null {
    return this.#restartAt;
  }
  /** Whether the player has chosen a name on this browser. */
  get named(): boolean {
    return recall('name') !== null;
  }

  /** Connects; after another tab took over, takes over in turn. */
  start(): void {
    this.#connection.start();
  }

  /** Calls `listener` with the events of each new frame of a room. Answers how to stop that. */
  onEvents(listener: (room: Room, events: readonly Event[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a name, here and on the server. */
  async rename(name: string): Promise<Done> {
    const before = recall('name');
    remember('name', name);
    const done = await this.#ask({ type: 'rename', name });
    if (!done.ok && done.code !== 'stopped') remember('name', before);
    else if (this.#me !== null) this.#me = { ...this.#me, name };
    return done;
  }

  /** Begins or ends to watch the public rooms. */
  watchLobby(watch: boolean): void {
    this.#watching = watch;
    if (!watch) this.#lobby = null;
    if (this.#status.kind === 'online') void this.#ask({ type: 'lobby', watch });
  }

  create(
    variant: Variant,
    isPublic: boolean,
    { practice }: { practice?: Practice | undefined } = {},
  ): Promise<Done> {
    return this.#ask({ type: 'create', variant, public: isPublic, ...(practice && { practice }) });
  }

  /** Takes the player's last action back, in a practice room. */
  takeBack(room: RoomId): Promise<Done> {
    return this.#ask({ type: 'take_back', room });
  }

  /** All that happened in a match, page by page; without a number in the newest. */
  async record(room: RoomId, number?: number): Promise<Told> {
    const events: Event[] = [];
    let match = number;
    for (let from: number | undefined = 0; from !== undefined;) {
      const answer: Answer = await this.#connection.send({
        type: 'record',
        room,
        from,
        ...(match !== undefined && { number: match }),
      });
      if (answer.type !== 'record') {
        const done = doneBy(answer);
        return done.ok ? { ok: false, code: 'no_match' } : done;
      }
      for (const move of answer.moves) events.push(...move.events);
      match = answer.number;
      from = answer.next;
    }
    return { ok: true, number: match ?? 0, events };
  }

  joinRoom(room: RoomId): Promise<Done> {
    return this.#ask({ type: 'join', room });
  }

  joinByInvite(invite: Invite): Promise<Done> {
    return this.#ask({ type: 'join', invite });
  }

  async leave(room: RoomId): Promise<Done> {
    const done = await this.#ask({ type: 'leave', room });
    if (done.ok) this.#forget(room);
    return done;
  }

  sit(room: RoomId, seat: Seat): Promise<Done> {
    return this.#ask({ type: 'sit', room, seat });
  }

  stand(room: RoomId): Promise<Done> {
    return this.#ask({ type: 'stand', room });
  }

  ready(room: RoomId, ready: boolean): Promise<Done> {
    return this.#ask({ type: 'ready', room, ready });
  }

  addBot(room: RoomId, seat: Seat): Promise<Done> {
    return this.#ask({ type: 'bot', room, seat });
  }

  remove(room: RoomId, seat: Seat): Promise<Done> {
    return this.#ask({ type: 'remove', room, seat });
  }

  begin(room: RoomId): Promise<Done> {
    return this.#ask({ type: 'start', room });
  }

  /** Sends an action; `prompt` is the number of the prompt that it answers, none for a bomb or call out of turn. */
  act(room: RoomId, action: Action, prompt?: number): Promise<Done> {
    return this.#ask({ type: 'act', room, action, ...(prompt !== undefined && { prompt }) });
  }

  /** Asks the referee for advice about the player's own rack or hand. */
  async hint(room: RoomId): Promise<Advice> {
    const answer = await this.#connection.send({ type: 'hint', room });
    if (answer.type === 'hint') return { ok: true, hint: answer.hint };
    const done = doneBy(answer);
    return done.ok ? { ok: false, code: 'no_hint' } : done;
  }

  /** Says what the table shall do about a player who is away. */
  vote(room: RoomId, choice: Choice): Promise<Done> {
    return this.#ask({ type: 'vote', room, choice });
  }

  /** Asks a player to show its rack or hand to this spectator. */
  askHand(room: RoomId, seat: Seat): Promise<Done> {
    return this.#ask({ type: 'ask_hand', room, seat });
  }

  /** Shows the player's own rack or hand to a spectator, or no longer. */
  showHand(room: RoomId, player: string, show: boolean): Promise<Done> {
    return this.#ask({ type: 'show_hand', room, player, show });
  }

  /** Shows a quick phrase at the seat. */
  emote(room: RoomId, emote: Emote): Promise<Done> {
    return this.#ask({ type: 'emote', room, emote });
  }

  chat(room: RoomId, text: string): Promise<Done> {
    return this.#ask({ type: 'chat', room, text });
  }

  async #ask(command: Command): Promise<Done> {
    return doneBy(await this.#connection.send(command));
  }

  #resume(): Resume[] {
    // Until the snapshot is here there is nothing to go on from; it is asked for anew after the welcome.
    return Object.values(this.#rooms)
      .filter(({ id }) => !this.#asked.has(id))
      .map(({ id, seq }) => ({ room: id, seq }));
  }

  #welcomed(welcome: Welcome): void {
    if (welcome.token !== undefined) remember('token', welcome.token);
    this.#me = { player: welcome.player, name: welcome.name };
    this.#limits = welcome.limits;
    this.#restartAt = null;
    this.#asked.clear();
    for (const id of Object.keys(this.#rooms)) {
      if (!welcome.rooms.includes(id)) this.#forget(id);
    }
    // Rooms of an earlier visit: their snapshots put the player back on the seat (ux-C9).
    for (const id of welcome.rooms) {
      if (this.#rooms[id] === undefined) void this.joinRoom(id);
    }
    if (this.#watching) void this.#ask({ type: 'lobby', watch: true });
  }

  #pushed(push: Push): void {
    switch (push.type) {
      case 'snapshot':
        this.#asked.delete(push.room);
        this.#see(fromSnapshot(push, this.#rooms[push.room]), null);
        break;
      case 'events':
        this.#frame(push);
        break;
      case 'lobby':
        if (this.#watching) this.#lobby = push.rooms;
        break;
      case 'gone':
        this.#forget(push.room);
        break;
      case 'notice':
        if (push.kind === 'restart') this.#restartAt = push.at;
        else if (push.kind === 'message') toast(push.text);
        break;
      default:
      // A newer server may push what this client does not know.
    }
  }

  #frame(frame: Extract<Push, { type: 'events' }>): void {
    const room = this.#rooms[frame.room];
    if (this.#asked.has(frame.room) || (room !== undefined && frame.seq <= room.seq)) return;
    if (room === undefined || frame.seq !== room.seq + 1) {
      this.#asked.add(frame.room);
      void this.#ask({ type: 'snapshot', room: frame.room });
      return;
    }
    const next = afterFrame(room, frame, serverNow());
    this.#see(next, frame.events);
    for (const event of frame.events) {
      if (event.of === 'room' && event.kind === 'renamed' && event.player === this.#me?.player) {
        this.#me = { ...this.#me, name: event.name };
      }
    }
    const seen = this.#rooms[next.id] ?? next;
    for (const listener of this.#listeners) listener(seen, frame.events);
  }

  /** Keeps a room as it is since `events`, or as a snapshot has it, and takes part in its shuffle. */
  #see(room: Room, events: readonly Event[] | null): void {
    const part = this.#parts.get(room.id);
    if (part === undefined) {
      this.#put(room);
      void this.#takePart(room.id);
      return;
    }
    const command = events === null ? part.refresh(room) : part.follow(room, events);
    this.#put({ ...room, checked: part.checked });
    if (command !== null) void this.#ask(command);
  }

  /** The hashes are loaded when the first room is there: the landing page does without them. */
  async #takePart(id: RoomId): Promise<void> {
    const { Part } = await import('../fair/part.ts');
    const room = this.#rooms[id];
    if (room === undefined || this.#parts.has(id)) return;
    const part = new Part(room);
    this.#parts.set(id, part);
    const command = part.refresh(room);
    if (command !== null) void this.#ask(command);
  }

  #put(room: Room): void {
    this.#rooms = { ...this.#rooms, [room.id]: room };
  }

  #forget(id: RoomId): void {
    this.#asked.delete(id);
    this.#parts.delete(id);
    this.#rooms = Object.fromEntries(Object.entries(this.#rooms).filter(([other]) => other !== id));
  }
}

function doneBy(answer: Answer): Done {
  switch (answer.type) {
    case 'ok':
      return {
        ok: true,
        ...(answer.room !== undefined && { room: answer.room }),
        ...(answer.invite !== undefined && { invite: answer.invite }),
      };
    case 'error':
      return { ok: false, code: answer.code };
    case 'hint':
    case 'record':
    case 'welcome':
      return { ok: true };
    case 'stopped':
      return { ok: false, code: 'stopped' };
  }
}
