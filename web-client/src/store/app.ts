/** The one session of this page. */
import { Connection, wakeWithPage } from '../net/connection.ts';
import { Session } from './session.svelte.ts';

/** The socket stands beside the page, on the same host and port. */
const url = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`;

export const session = new Session((listener) => {
  const connection = new Connection(url, listener);
  wakeWithPage(connection);
  return connection;
});
