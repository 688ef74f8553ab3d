/** What somebody hears who does not see the table: the live region through a round. */
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test } from 'vitest';
import type { RummikubEvent, RummikubView } from '../protocol/types.ts';
import LiveRegion from '../ui/LiveRegion.svelte';
import { holding, promptOf, RACK, roomOf, viewOf } from './fixtures.ts';
import { status } from './status.ts';
import Table from './Table.svelte';

test('a round of Rummikub can be followed by ear (ux-C1, ux-C17)', async () => {
  const names = ['Anna', 'Jan'];
  const name = (seat: number): string => names[seat] ?? '?';
  const region = render(LiveRegion);
  const first = viewOf({ phase: { phase: 'take', turn: 1 } });
  const props = (view: RummikubView, latest: RummikubEvent[] = []) => ({
    room: roomOf(view, latest),
    view,
    prompt: promptOf(view),
    me: 0,
    act: () => Promise.resolve({ ok: true } as const),
    hint: null,
    now: () => 0,
  });
  const table = render(Table, props(first));
  const heard: string[] = [];
  const then = async (view: RummikubView, ...events: RummikubEvent[]): Promise<void> => {
    await table.rerender(props(view, events));
    await tick();
    await Promise.resolve();
    await tick();
    heard.push(`${region.container.textContent.trim()} | ${status({ view, me: 0, name })}`);
  };

  await then(viewOf({ phase: { phase: 'throw', turn: 1, from_discards: null, refused: 0 } }), {
    kind: 'took',
    seat: 1,
    from: 'pool',
  });
  await then(viewOf({ discards: [{ seat: 1, tile: 'O7' }] }), { kind: 'threw', seat: 1, tile: 'O7' });
  await then(holding('B9'), { kind: 'took', seat: 0, from: 'pool', tile: 'B9' });
  await then(viewOf({ rack: RACK, phase: { phase: 'take', turn: 1 } }), { kind: 'timed_out', seat: 0 });
  await then(
    viewOf({
      phase: { phase: 'between' },
      results: [{ round: 2, winner: 1, layout: [], throw: 'K1', racks: [[], []], points: [0, 1] }],
    }),
    {
      kind: 'declared',
      seat: 1,
      throw: 'K1',
      layout: [['R1', 'R2', 'R3']],
    },
  );
  expect(heard).toEqual([
    'Jan takes a tile from the pool | Jan throws a tile',
    'Jan throws orange 7 | Take a tile: from the pool, or orange 7',
    'You took blue 9 | Throw a tile',
    'Time is up for Anna: the clock takes and throws | Jan takes a tile',
    'Jan declares and throws black 1 | Round 2 is over',
  ]);
});
