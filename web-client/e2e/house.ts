/** A server of a test's own, for what would disturb the others: bans, a stop, a page that looks after it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The token of who looks after such a server. */
export const TOKEN = 'a token of this test';

export class House {
  private constructor(
    /** Where to play. */
    readonly players: string,
    /** Where it is looked after. */
    readonly admin: string,
    readonly process: ChildProcess,
  ) {}

  /** Starts a server on free ports of this machine; it keeps nothing. */
  static async open(): Promise<House> {
    const binary = process.env.PARLOUR_BIN ?? '../target/debug/parlour';
    const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PARLOUR_ADMIN__LISTEN: '127.0.0.1:0',
        PARLOUR_ADMIN__TOKEN: TOKEN,
        PARLOUR_JOURNAL__DURABILITY: 'memory',
        PARLOUR_SERVER__LOG: 'warn',
      },
    });
    const found: string[] = [];
    for await (const line of createInterface(server.stdout)) {
      const [url] = /http:\S+/.exec(line) ?? [];
      if (url !== undefined) found.push(url);
      if (found.length === 2) break;
    }
    const [players, admin] = found;
    if (players === undefined || admin === undefined) throw new Error('the server says not where it is');
    return new House(players, admin, server);
  }

  /** Waits until the server has stopped by itself; answers its exit status. */
  async stopped(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  /** Ends it, however far it is. */
  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill();
    await once(this.process, 'exit');
  }
}
