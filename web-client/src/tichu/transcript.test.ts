/** What somebody hears who does not see the table: the live region through a round. */
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test } from 'vitest';
import type { TichuEvent, TichuView } from '../protocol/types.ts';
import LiveRegion from '../ui/LiveRegion.svelte';
import { nameAt, promptFor, sampleRoom, sampleView, steps } from './sample.ts';
import { status } from './status.ts';
import Table from './Table.svelte';

test('a round of Tichu can be followed by ear (ux-C1, ux-C17)', async () => {
  const region = render(LiveRegion);
  let seq = 10;
  const props = (view: TichuView, latest: TichuEvent[] = []) => ({
    room: sampleRoom(view, {
      seq: (seq += 1),
      latest: latest.map((event) => ({ of: 'tichu' as const, ...event })),
    }),
    view,
    prompt: promptFor(view),
    me: 0,
    act: () => Promise.resolve({ ok: true } as const),
    hint: null,
    now: () => 0,
  });
  const table = render(Table, props(sampleView({ phase: { phase: 'grand', answered: [] } })));
  const heard: string[] = [];
  const then = async (change: Partial<TichuView>, ...events: TichuEvent[]): Promise<void> => {
    const view = sampleView(change);
    await table.rerender(props(view, events));
    await tick();
    await Promise.resolve();
    await tick();
    heard.push(
      `${region.container.textContent.trim()} | ${status({ view, prompt: promptFor(view), me: 0, name: nameAt })}`,
    );
  };

  await then(
    { phase: { phase: 'exchange', submitted: [], left: [16, 16, 16, 16] } },
    {
      kind: 'grand_revealed',
      callers: [3],
    },
  );
  await then({ phase: { phase: 'turn', turn: 1, trick: { steps: [] } } }, { kind: 'called', seat: 1 });
  await then(
    { phase: { phase: 'turn', turn: 2, trick: steps('1: 1') }, wish: '9' },
    {
      kind: 'played',
      seat: 1,
      cards: ['1'],
      combination: { kind: 'single', value: '1' },
      wish: '9',
    },
  );
  await then(
    { phase: { phase: 'turn', turn: 3, trick: steps('1: 1', '2: -') }, wish: '9' },
    {
      kind: 'passed',
      seat: 2,
    },
  );
  await then(
    { phase: { phase: 'turn', turn: 0, trick: steps('1: 1', '2: -', '3: Aj') } },
    {
      kind: 'played',
      seat: 3,
      cards: ['Aj'],
      combination: { kind: 'single', value: 'A' },
    },
  );
  await then(
    { phase: { phase: 'turn', turn: 3, trick: { steps: [] } } },
    {
      kind: 'trick_taken',
      seat: 3,
      points: 0,
    },
  );
  expect(heard).toEqual([
    'Robin calls grand tichu! | Choose a card for each of the others',
    'Jan calls tichu! | Jan leads',
    'Jan plays: Mah Jong. Jan wishes for: 9 | Олена’s turn',
    'Олена passes | Robin’s turn',
    'Robin plays: Single ace | Your turn on Robin’s play: Single ace',
    'Robin takes the trick: 0 points | Robin leads',
  ]);
});
