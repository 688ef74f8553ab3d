/** A bad line between the page and the real server: slow, narrow, uneven, silent or cut, frame by frame. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface Quality {
  /** Milliseconds that each frame takes on its way, in each direction. */
  delay: number;
  /** Bits a second in each direction; frames wait for those before them. */
  bits: number;
  /** Every frame of this number takes a second longer, and all behind it wait, as on a lossy link. */
  lateEvery: number;
}

/** What a phone has at the edge of its network. */
export const EDGE: Quality = { delay: 400, bits: 50_000, lateEvery: 100 };

/** One direction: frames keep their order, as TCP keeps it. */
class Way {
  #freeAt = 0;
  #frames = 0;

  constructor(
    readonly quality: Quality,
    readonly open: () => boolean,
  ) {}

  carry(frame: string | Buffer, deliver: (frame: string | Buffer) => void): void {
    this.#frames += 1;
    const { delay, bits, lateEvery } = this.quality;
    const sending = (frame.length * 8 * 1000) / bits;
    const late = this.#frames % lateEvery === 0 ? 1_000 : 0;
    this.#freeAt = Math.max(this.#freeAt, Date.now()) + sending + late;
    setTimeout(() => this.open() && deliver(frame), this.#freeAt - Date.now() + delay);
  }
}

export class Link {
  /** Frames get lost, and nobody is told: the line is half open. */
  silent = false;
  /** How often the page has opened a socket. */
  sockets = 0;
  /** What the page has sent and received, in characters. */
  carried = 0;
  #now: WebSocketRoute | null = null;

  /** Lays the line; call it before the page opens its socket. */
  static async lay(
    page: Page,
    quality: Quality = { delay: 0, bits: Infinity, lateEvery: Infinity },
  ): Promise<Link> {
    const link = new Link();
    await page.routeWebSocket(/\/ws$/, (route) => {
      link.sockets += 1;
      link.#now = route;
      const server = route.connectToServer();
      const open = (): boolean => link.#now === route && !link.silent;
      const [up, down] = [new Way(quality, open), new Way(quality, open)];
      route.onMessage((frame) => {
        link.carried += frame.length;
        up.carry(frame, (each) => server.send(each));
      });
      server.onMessage((frame) => {
        link.carried += frame.length;
        down.carry(frame, (each) => route.send(each));
      });
    });
    return link;
  }

  /** Ends the socket as a network does that is gone: without a word of the server. */
  async cut(code = 4005): Promise<void> {
    const route = this.#now;
    this.#now = null;
    await route?.close({ code });
  }

  /** Says something to the page in the server's place. */
  say(message: object): void {
    this.#now?.send(JSON.stringify(message));
  }
}
