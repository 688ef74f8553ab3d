/** A server for tests: sockets that are opened, answered and dropped by hand. */
import type { Envelope, Push, Reply, RoomState, ShuffleState, Welcome } from '../protocol/types.ts';

export class FakeSocket {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly sent: Envelope[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Envelope);
  }

  close(): void {
    this.closed = true;
  }

  /** What was sent last. */
  get last(): Envelope {
    const last = this.sent.at(-1);
    if (last === undefined) throw new Error('nothing was sent');
    return last;
  }

  /** What was sent of one type. */
  of(type: Envelope['type']): Envelope[] {
    return this.sent.filter((envelope) => envelope.type === type);
  }

  open(): void {
    this.onopen?.();
  }

  say(message: Reply | Push): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Opens and answers the hello. */
  greet(welcome: Partial<Welcome> = {}): void {
    this.open();
    this.say({ re: this.last.id, type: 'welcome', ...WELCOME, now: Date.now(), ...welcome });
  }

  /** The socket ends: without a close frame, or with the server's code. */
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

/** A shuffle that nobody takes part in yet. */
export const openShuffle = (seats: number, round = 1): ShuffleState => ({
  round,
  attempt: 1,
  commitment: 'c0'.repeat(32),
  shuffle: 'open',
  hashes: Array.from({ length: seats }, () => null),
});

export const WELCOME: Welcome = {
  protocol: 1,
  server: 'test',
  player: 'ANNA0000',
  name: 'Anna',
  last_id: 0,
  rooms: [],
  now: 0,
  limits: {
    frame_bytes: 8192,
    chat_chars: 300,
    name_chars: 24,
    ping_seconds: 20,
    silence_seconds: 75,
    absent_seconds: 120,
  },
};

/** Opens fake sockets and keeps them. */
export class FakeServer {
  readonly sockets: FakeSocket[] = [];

  readonly open = (): WebSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  };

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }
}

/** A waiting Rummikub room of Anna, who is host and stands. */
export function waitingRoom(change: Partial<RoomState> = {}): RoomState {
  return {
    title: 'Anna',
    public: false,
    hints: true,
    practice: false,
    invite: 'AAAA-BBBB-CCCC',
    host: 'ANNA0000',
    variant: {
      game: 'rummikub',
      seats: 3,
      copies: 1,
      take_discard: true,
      reshuffles: 3,
      wrong_declaration: 'free',
      scoring: 'rounds',
      length: { rounds: 5 },
      turn_seconds: 60,
    },
    bank_ms: 60_000,
    seats: [
      { occupant: null, ready: false, bank_ms: 60_000 },
      { occupant: null, ready: false, bank_ms: 60_000 },
      { occupant: null, ready: false, bank_ms: 60_000 },
    ],
    spectators: [{ id: 'ANNA0000', name: 'Anna', connected: true, since: 0 }],
    stage: 'waiting',
    match_number: 0,
    shuffle: openShuffle(2),
    chat: [],
    you: { player: 'ANNA0000', seat: null },
    prompt: { number: 1, seats: [], expects: 'ready' },
    view: null,
    ...change,
  };
}
