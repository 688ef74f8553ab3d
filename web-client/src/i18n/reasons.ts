/**
 * Why the server rejected a command, in the player's language. The server sends codes, never sentences (ux-C3, C16).
 *
 * The codes of a game's rules are the game's own: see `reasons` in `table/contract.ts`.
 */
import { t } from './messages.ts';

/** The reason of a code: the game's own word first, then the room's; a code of a newer server is named as it is. */
export function reasonOf(code: string, ofGame?: (code: string) => string | undefined): string {
  if (code === 'stopped') return t.stopped;
  return ofGame?.(code) ?? (t.reasons as Record<string, string | undefined>)[code] ?? t.unknown(code);
}
