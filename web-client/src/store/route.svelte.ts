/**
 * Which screen the address names: `#/`, `#/join/CODE`, `#/room/ID`, and for each game `#/rules/GAME`, `#/learn/GAME` (the
 * guided first round) and `#/practice/GAME`, and `#/replay/ROOM/MATCH/STEP`, the last two left out for the newest. Everything else is the landing page.
 *
 * The part after `#` never reaches a server or its logs, so an invite in it stays between friends.
 */
import type { GameKind } from '../protocol/types.ts';

/** The screens that only name a game. */
export const GAME_SCREENS = ['rules', 'learn', 'practice'] as const;
type GameScreen = (typeof GAME_SCREENS)[number];

export type Route =
  | { readonly kind: 'home' }
  | { readonly kind: 'join'; readonly invite: string }
  | { readonly kind: 'room'; readonly room: string }
  | { readonly kind: GameScreen; readonly game: GameKind }
  /** `match` is 0 for the newest, `step` null for its last. */
  | { readonly kind: 'replay'; readonly room: string; readonly match: number; readonly step: number | null };

const HOME: Route = { kind: 'home' };

export function parseRoute(hash: string): Route {
  const [screen, argument, ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (screen === 'replay' && argument && rest.length <= 2) {
    const [match = 0, step = NaN] = rest.map(Number);
    return { kind: 'replay', room: decode(argument), match: whole(match) ?? 0, step: whole(step) };
  }
  if (!argument || rest.length > 0) return HOME;
  if (screen === 'join') return { kind: 'join', invite: decode(argument) };
  if (screen === 'room') return { kind: 'room', room: decode(argument) };
  const game = GAME_SCREENS.find((each) => each === screen);
  if (game !== undefined && (argument === 'rummikub' || argument === 'tichu'))
    return { kind: game, game: argument };
  return HOME;
}

const whole = (number: number): number | null => (Number.isInteger(number) && number > 0 ? number : null);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf(route: Route): string {
  if (route.kind === 'join') return `#/join/${encodeURIComponent(route.invite)}`;
  if (route.kind === 'room') return `#/room/${encodeURIComponent(route.room)}`;
  if (route.kind === 'replay') {
    const step = route.step === null ? '' : `/${route.step}`;
    return `#/replay/${encodeURIComponent(route.room)}/${route.match}${step}`;
  }
  return route.kind === 'home' ? '#/' : `#/${route.kind}/${route.game}`;
}

/** The link that friends open. */
export function inviteLink(invite: string): string {
  return `${location.origin}${location.pathname}${hashOf({ kind: 'join', invite })}`;
}

let current = $state.raw<Route>(parseRoute(location.hash));

window.addEventListener('hashchange', () => {
  current = parseRoute(location.hash);
});

export function route(): Route {
  return current;
}

/** Goes to a screen; `replace` leaves no step in the browser's history to come back to. */
export function go(to: Route, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', hashOf(to));
  else if (location.hash !== hashOf(to)) history.pushState(null, '', hashOf(to));
  current = to;
}
