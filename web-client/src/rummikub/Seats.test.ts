import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { name, roomOf, viewOf } from './fixtures.ts';
import Seats from './Seats.svelte';

afterEach(cleanup);

/** Three at a table, of whom the third has lost the connection. */
function show(turn: number, me: number | null = 1): HTMLElement[] {
  const view = viewOf({ counts: [14, 15, 14], totals: [2, 0, 1], seat: me });
  const room = roomOf(view);
  const seats = room.seats.map((state, seat) =>
    seat === 2 && state.occupant?.kind === 'player'
      ? { ...state, occupant: { ...state.occupant, player: { ...state.occupant.player, connected: false } } }
      : state,
  );
  render(Seats, { room: { ...room, seats }, view, me, turn, name, piles: [], list: () => {} });
  return within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem');
}

test('seats stand in the order of turns, beginning with the player (ux-R9)', () => {
  expect(show(0).map((item) => item.dataset.seat)).toEqual(['1', '2', '0']);
  cleanup();
  expect(show(0, null).map((item) => item.dataset.seat)).toEqual(['0', '1', '2']);
});

test('each shows name, tiles and points in words, and whose turn it is (ux-R9, ux-C1)', () => {
  const [mine, away, first] = show(0).map((item) => item.textContent?.replace(/\s+/g, ' ') ?? '');
  expect(mine).toContain('Jan');
  expect(mine).toContain('15 tiles');
  expect(first).toContain('Anna');
  expect(first).toContain('2 points');
  expect(first).toContain('on turn');
  expect(mine).not.toContain('on turn');
  // Who is away is said in words, not only by a mark (ux-C8).
  expect(away).toContain('reconnecting');
});
