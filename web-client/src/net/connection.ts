/**
 * The one socket to the server: says hello, sends commands, finds out when the line is dead and comes back.
 *
 * Invariants:
 * - every command settles exactly once, by the server's answer or when the connection is stopped for good;
 * - a command keeps its id, so that what is sent again after a reconnect is never done twice;
 * - whatever arrives after a socket was given up is ignored.
 *
 * It knows nothing of rooms, of the page or of Svelte; it tells what happens through `Listener`.
 */
import type {
  Command,
  Envelope,
  Hello,
  Outcome,
  Push,
  Reply,
  Resume,
  ServerMessage,
  Welcome,
} from '../protocol/types.ts';
import { backoff } from './backoff.ts';
import { Clock } from './clock.ts';

/** The protocol numbers that this client speaks. */
export const PROTOCOL = { min: 1, max: 1 };

/** Time without a sign of life after a ping before a socket is given up (ux-C8), and between two pings. */
export const SILENCE = 9_000;
export const PING_EVERY = 5_000;
/** The same when the player has just come back to the page and is waiting for it. */
const SILENCE_ON_RETURN = 3_000;

export type Status =
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'online' }
  /** Waiting for the next attempt, which is made at `until` by the local clock. */
  | { readonly kind: 'waiting'; readonly attempt: number; readonly until: number }
  /** Given up on purpose; nothing is tried again before the player says so. */
  | { readonly kind: 'stopped'; readonly why: Why };

/** Another tab took over, the server speaks another protocol, or it closed the socket and does not want it back. */
export type Why = 'taken_over' | 'outdated' | 'closed';

/** The close codes after which docs/protocol.md says not to come back. */
const FINAL: Readonly<Record<number, Why>> = {
  1000: 'closed',
  1002: 'closed',
  1003: 'closed',
  1007: 'closed',
  1009: 'closed',
  4001: 'outdated',
  4002: 'taken_over',
};

/** After these the server needs time: a longer pause before each attempt, in milliseconds. */
const LATER: Readonly<Record<number, number>> = { 1011: 2_000, 1012: 1_000, 4004: 5_000 };

/** What the connection tells and asks. */
export interface Listener {
  status(status: Status): void;
  welcome(welcome: Welcome): void;
  push(push: Push): void;
  /** How far the server's clock is ahead, in milliseconds. */
  clock(offset: number): void;
  /** The server does not know our token: who we were is gone, a new player is about to be made. */
  forgotten(): void;
  /** Who says hello, asked anew at each attempt. */
  identity(): { token?: string; name?: string };
  /** The rooms to go on in, asked anew at each attempt. */
  resume(): Resume[];
}

/** The answer to a command; `stopped` when the connection ended for good before it came. */
export type Answer = Outcome | { type: 'stopped' };

interface Pending {
  readonly command: Command;
  /** Null until the first welcome has said which ids are free. */
  id: number | null;
  readonly settle: (answer: Answer) => void;
}

/** The id of every hello: it is answered by `welcome` and takes part in no repetition. */
const HELLO_ID = 0;

type Timer = ReturnType<typeof setTimeout>;

export class Connection {
  readonly #url: string;
  readonly #listener: Listener;
  readonly #open: (url: string) => WebSocket;

  #socket: WebSocket | null = null;
  #status: Status = { kind: 'connecting', attempt: 0 };
  #attempt = 0;
  #lastId: number | null = null;
  #pending: Pending[] = [];
  /** Pings on their way: id and when they were sent. */
  #pings = new Map<number, number>();
  #helloSent = 0;
  readonly #clock = new Clock();

  #retryTimer: Timer | undefined;
  #pingTimer: Timer | undefined;
  #silenceTimer: Timer | undefined;
  /** The least that the next wait takes: what the server asked for. */
  #leastWait = 0;

  constructor(url: string, listener: Listener, open = (to: string) => new WebSocket(to)) {
    this.#url = url;
    this.#listener = listener;
    this.#open = open;
  }

  get status(): Status {
    return this.#status;
  }

  /** Connects, also after it was stopped. */
  start(): void {
    if (this.#socket !== null) return;
    clearTimeout(this.#retryTimer);
    this.#setStatus({ kind: 'connecting', attempt: this.#attempt });
    const socket = this.#open(this.#url);
    this.#socket = socket;
    // Each handler compares: a socket that was given up may still speak.
    socket.onopen = () => {
      if (socket === this.#socket) this.#hello();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket === this.#socket && typeof data === 'string') this.#receive(data);
    };
    socket.onclose = ({ code }: CloseEvent) => {
      if (socket !== this.#socket) return;
      const why = FINAL[code];
      if (why !== undefined) {
        this.stop(why);
      } else {
        this.#leastWait = Math.max(this.#leastWait, LATER[code] ?? 0);
        this.#lost();
      }
    };
    this.#expectLife(SILENCE);
  }

  /** Ends the connection for good; commands on their way settle as `stopped`. */
  stop(why: Why): void {
    this.#drop();
    clearTimeout(this.#retryTimer);
    const pending = this.#pending;
    this.#pending = [];
    this.#setStatus({ kind: 'stopped', why });
    for (const { settle } of pending) settle({ type: 'stopped' });
  }

  /** Sends a command, now or when the line is back; resolves with its answer. */
  send(command: Command): Promise<Answer> {
    if (this.#status.kind === 'stopped') return Promise.resolve({ type: 'stopped' });
    return new Promise((settle) => {
      const pending: Pending = { command, id: null, settle };
      this.#pending.push(pending);
      if (this.#status.kind === 'online') this.#dispatch(pending);
    });
  }

  /** The network is said to be there, or the player came back to the page: do not wait any longer. */
  wake(): void {
    if (this.#status.kind === 'waiting') {
      this.start();
    } else if (this.#status.kind === 'connecting') {
      this.#expectLife(SILENCE_ON_RETURN);
    } else if (this.#status.kind === 'online') {
      this.#clock.reset();
      this.#ping();
      this.#expectLife(SILENCE_ON_RETURN);
    }
  }

  /** The network is said to be gone. */
  sleep(): void {
    if (this.#socket !== null) this.#lost();
  }

  #hello(): void {
    const { token, name } = this.#listener.identity();
    const hello: Hello = {
      protocol: PROTOCOL,
      client: 'parlour-web',
      resume: this.#listener.resume(),
      legal: false,
      views: true,
    };
    if (token !== undefined) hello.token = token;
    if (name !== undefined) hello.name = name;
    this.#helloSent = Date.now();
    this.#write({ id: HELLO_ID, type: 'hello', ...hello });
  }

  #receive(text: string): void {
    this.#alive();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      // Not JSON: no server of ours speaks so. The line is of no use.
      this.#lost();
      return;
    }
    if ('re' in message) this.#answered(message);
    else if (message.type === 'notice' && message.kind === 'taken_over') this.stop('taken_over');
    else {
      // Each client is told another time, so that they do not all come back in one instant.
      if (message.type === 'notice' && message.kind === 'restart') this.#leastWait = message.retry_ms;
      this.#listener.push(message);
    }
  }

  #answered(reply: Reply): void {
    if (reply.re === null) return;
    const sent = this.#pings.get(reply.re);
    if (sent !== undefined) {
      this.#pings.delete(reply.re);
      if (reply.type === 'ok' && reply.now !== undefined) this.#measure(sent, reply.now);
    } else if (reply.type === 'welcome') {
      this.#welcomed(reply);
    } else if (reply.re === HELLO_ID) {
      this.#refused(reply);
    } else {
      const index = this.#pending.findIndex(({ id }) => id === reply.re);
      const [pending] = index < 0 ? [] : this.#pending.splice(index, 1);
      pending?.settle(reply);
    }
  }

  #welcomed(welcome: Welcome): void {
    this.#attempt = 0;
    // From here on silence is measured from pings.
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    this.#lastId = Math.max(this.#lastId ?? 0, welcome.last_id);
    this.#measure(this.#helloSent, welcome.now);
    // What was not answered goes first, under its old id; what the listener asks for now comes after it.
    for (const pending of this.#pending) this.#dispatch(pending);
    this.#setStatus({ kind: 'online' });
    this.#schedulePing();
    this.#listener.welcome(welcome);
  }

  /** The hello was answered by something else than a welcome. */
  #refused(outcome: Outcome): void {
    if (outcome.type !== 'error') return;
    if (outcome.code === 'protocol_mismatch') {
      this.stop('outdated');
    } else if (outcome.code === 'unknown_token') {
      this.#lastId = null;
      for (const pending of this.#pending.splice(0)) pending.settle({ type: 'stopped' });
      this.#listener.forgotten();
      this.#hello();
    } else {
      this.#leastWait = outcome.retry_ms ?? 0;
      this.#lost();
    }
  }

  #dispatch(pending: Pending): void {
    pending.id ??= this.#nextId();
    this.#write({ id: pending.id, ...pending.command });
  }

  #nextId(): number {
    this.#lastId = (this.#lastId ?? 0) + 1;
    return this.#lastId;
  }

  #write(envelope: Envelope): void {
    this.#socket?.send(JSON.stringify(envelope));
  }

  #ping(): void {
    const id = this.#nextId();
    this.#pings.set(id, Date.now());
    this.#write({ id, type: 'ping' });
    this.#schedulePing();
  }

  #schedulePing(): void {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => {
      this.#ping();
      this.#silenceTimer ??= setTimeout(() => this.#lost(), SILENCE);
    }, PING_EVERY);
  }

  #measure(sent: number, server: number): void {
    this.#listener.clock(this.#clock.sample(sent, Date.now(), server));
  }

  /** Gives the socket up unless something arrives within `millis`. */
  #expectLife(millis: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#lost(), millis);
  }

  #alive(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    // Before the welcome the next thing is still awaited.
    if (this.#status.kind !== 'online') this.#expectLife(SILENCE);
  }

  #lost(): void {
    this.#drop();
    const wait = Math.max(this.#leastWait, backoff(this.#attempt));
    this.#leastWait = 0;
    this.#attempt += 1;
    this.#setStatus({ kind: 'waiting', attempt: this.#attempt, until: Date.now() + wait });
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.start(), wait);
  }

  #drop(): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    this.#pings.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #setStatus(status: Status): void {
    this.#status = status;
    this.#listener.status(status);
  }
}

/** Wakes the connection when the browser says that it is worth it. Answers how to stop listening. */
export function wakeWithPage(connection: Connection): () => void {
  const online = () => connection.wake();
  const offline = () => connection.sleep();
  const visible = () => {
    if (document.visibilityState === 'visible') connection.wake();
  };
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  document.addEventListener('visibilitychange', visible);
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', visible);
  };
}
