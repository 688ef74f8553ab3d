import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../store/app.ts';
import { fromSnapshot, type Room } from '../store/room.ts';
import type { ScoreTable } from '../table/contract.ts';
import { waitingRoom } from '../testing/server.ts';
import ScoreDialog from './ScoreDialog.svelte';

const ANNA = { id: 'ANNA0000', name: 'Anna', connected: true, since: 0 };
const TABLE: ScoreTable = {
  columns: [
    { name: 'Anna', mine: true },
    { name: 'Robin', mine: false },
  ],
  rows: [
    {
      label: '1',
      cells: [
        { points: 1, notes: [] },
        { points: 0, notes: [] },
      ],
    },
  ],
  totals: [1, 0],
  goal: 'for 1 round',
  winners: [0],
};

function show(stage: Room['stage'], ready = false): void {
  const state = waitingRoom({
    stage,
    seats: [
      { occupant: { kind: 'player', player: ANNA, bot_plays: false }, ready, bank_ms: 60_000 },
      { occupant: { kind: 'bot', name: 'Robin' }, ready: true, bank_ms: 60_000 },
    ],
    you: { player: ANNA.id, seat: 0 },
    prompt: { number: 9, seats: [0], expects: 'ready', deadline: Date.now() + 15_000 },
  });
  const room = fromSnapshot({ type: 'snapshot', room: 'R', seq: 1, state });
  render(ScoreDialog, { open: true, onclose: () => {}, room, table: TABLE });
}

afterEach(cleanup);

test.each([
  ['over', 'Rematch'],
  ['between', 'Next round'],
] as const)('when the match is %s one press is enough, on the same seat (ux-C23)', async (stage, label) => {
  const ready = vi.spyOn(session, 'ready').mockResolvedValue({ ok: true });
  show(stage);
  await fireEvent.click(screen.getByRole('button', { name: label }));
  expect(ready.mock.calls).toEqual([['R', true]]);
});

test('it says how many are ready, and the press can be taken back (ux-C23)', async () => {
  const ready = vi.spyOn(session, 'ready').mockResolvedValue({ ok: true });
  show('over', true);
  expect(screen.getByText(/2 of 2 are ready/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Not ready' }));
  expect(ready.mock.calls).toEqual([['R', false]]);
});

test('while a round is played there is nothing to press (ux-C15)', () => {
  show('playing');
  expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  expect(screen.getByRole('table')).toBeTruthy();
});
