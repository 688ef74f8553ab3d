/**
 * A table in any phase at once: the page is the real one, but the server behind its socket is this script.
 *
 * So a test sees one view exactly, whatever the cards of a real deal would have been, and says itself what the server
 * answers. Whole games against the real server are in `rummikub.spec.ts` and `tichu.spec.ts`.
 */
import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import type { Envelope, Event, Prompt, Push, Reply, View } from '../src/protocol/types.ts';
import type { Room } from '../src/store/room.ts';
import { WELCOME } from '../src/testing/server.ts';
import { watchConsole } from './people.ts';

/** The whole state of a room, as a snapshot says it. */
export type Scene = Room;

type Answer = (asked: Envelope) => Reply | null;

const yes: Answer = ({ id }) => ({ re: id, type: 'ok' });

export class Stage {
  /** What the page has sent, but pings. */
  readonly sent: Envelope[] = [];
  /** How commands are answered: null keeps the page waiting. */
  answer: Answer = yes;
  #socket: WebSocketRoute | null = null;
  #scene: Scene;

  private constructor(
    readonly page: Page,
    scene: Scene,
  ) {
    this.#scene = scene;
  }

  /** Opens the room's page on this scene. */
  static async open(page: Page, scene: Scene): Promise<Stage> {
    watchConsole(page);
    const stage = new Stage(page, scene);
    await page.routeWebSocket(/\/ws$/, (socket) => {
      stage.#socket = socket;
      socket.onMessage((text) => stage.#hear(JSON.parse(String(text)) as Envelope));
    });
    await page.goto(`/#/room/${scene.id}`);
    await expect(page.locator('.surface > .tichu, .surface > .rummikub')).toBeVisible();
    return stage;
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** What happened next, and how the table stands then. */
  show(view: View, prompt: Prompt, events: readonly Event[] = []): void {
    this.#scene = { ...this.#scene, view, prompt, seq: this.#scene.seq + 1 };
    this.#push({
      type: 'events',
      room: this.#scene.id,
      seq: this.#scene.seq,
      events: [...events],
      view,
      prompt,
    });
  }

  /** What happened around the match. */
  tell(...events: Event[]): void {
    this.#scene = { ...this.#scene, seq: this.#scene.seq + 1 };
    this.#push({ type: 'events', room: this.#scene.id, seq: this.#scene.seq, events });
  }

  /** Changes the room at once, as a snapshot does. */
  set(change: Partial<Scene>): void {
    this.#scene = { ...this.#scene, ...change, seq: this.#scene.seq + 1 };
    this.#snapshot();
  }

  /** The last command of a kind. */
  last(type: Envelope['type']): Envelope | undefined {
    return this.sent.findLast((envelope) => envelope.type === type);
  }

  /** The actions that were sent, without their game. */
  get actions(): unknown[] {
    return this.sent.flatMap((envelope) => {
      if (envelope.type !== 'act') return [];
      return [Object.fromEntries(Object.entries(envelope.action).filter(([key]) => key !== 'game'))];
    });
  }

  #hear(asked: Envelope): void {
    switch (asked.type) {
      case 'hello': {
        const { player } = this.#scene.you;
        this.reply({
          re: asked.id,
          type: 'welcome',
          ...WELCOME,
          player,
          token: 'TOKEN',
          rooms: [this.#scene.id],
          now: Date.now(),
        });
        if (asked.resume !== undefined && asked.resume.length > 0) this.#snapshot();
        break;
      }
      case 'ping':
        this.reply({ re: asked.id, type: 'ok', now: Date.now() });
        break;
      case 'join':
      case 'snapshot':
        this.reply({ re: asked.id, type: 'ok', room: this.#scene.id });
        this.#snapshot();
        break;
      default: {
        this.sent.push(asked);
        const reply = this.answer(asked);
        if (reply !== null) this.reply(reply);
      }
    }
  }

  #snapshot(): void {
    const { id, seq } = this.#scene;
    this.#push({ type: 'snapshot', room: id, seq, state: this.#scene });
  }

  /** Answers a command, now or later. */
  reply(message: Reply): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #push(message: Push): void {
    this.#socket?.send(JSON.stringify(message));
  }
}
