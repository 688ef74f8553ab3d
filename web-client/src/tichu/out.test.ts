import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { promptFor, sampleRoom, sampleView, steps } from './sample.ts';
import Table from './Table.svelte';

afterEach(cleanup);

test('whoever is out watches the table, and no other hand (ux-T16)', () => {
  const view = sampleView({
    hand: [],
    counts: [0, 9, 5, 7],
    out: [0],
    phase: { phase: 'turn', turn: 1, trick: steps('0 Kj', '1 Aj') },
  });
  render(Table, {
    room: sampleRoom(view),
    view,
    prompt: promptFor(view),
    me: 0,
    act: () => Promise.resolve({ ok: true }),
    hint: null,
    now: () => 0,
  });
  // Cards that can be pressed are a hand; what lies in the trick is none.
  expect(document.querySelectorAll('button[data-card]')).toHaveLength(0);
  expect(screen.getByText('5 cards')).toBeTruthy();
});
