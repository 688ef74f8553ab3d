import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n/locale.svelte.ts';
import type { RummikubAction, RummikubEvent, RummikubView } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Result, TableProps } from '../table/contract.ts';
import { holding, promptOf, RACK, roomOf, viewOf } from './fixtures.ts';
import Table from './Table.svelte';

beforeEach(() => localStorage.clear());

afterEach(() => {
  cleanup();
  setLocale('en');
});

/** A table; `answer` settles what was sent last. */
function table(view: RummikubView, hint: TableProps<'rummikub'>['hint'] = null) {
  const act = vi.fn<(action: RummikubAction) => Promise<Result>>(() => Promise.resolve({ ok: true }));
  const props = (of: RummikubView, latest: RummikubEvent[] = []) => ({
    room: roomOf(of, latest),
    view: of,
    prompt: promptOf(of),
    me: of.seat,
    act,
    hint,
    now: () => 0,
  });
  const shown = render(Table, props(view));
  return { act, show: (next: RummikubView, latest?: RummikubEvent[]) => shown.rerender(props(next, latest)) };
}

const rack = () => screen.getByRole('group', { name: 'Your rack' });
const slots = () => within(rack()).getAllByRole('button');
const slot = (number: number) => slots()[number - 1] as HTMLElement;
/** The faces in the rack, a dot for an empty slot, up to the last tile. */
const faces = () =>
  slots()
    .map((button) => button.dataset.face ?? '.')
    .join(' ')
    .replace(/( \.)+$/, '');
const button = (label: string | RegExp) => screen.getByRole('button', { name: label });

/** The dialog that is open. */
const dialog = () => document.querySelector('dialog[open]') as HTMLElement;

async function tap(...buttons: (() => HTMLElement)[]): Promise<void> {
  for (const find of buttons) await fireEvent.click(find());
}

describe('the rack (ux-R1 to ux-R3)', () => {
  test('24 slots with names; one of them is in the order of Tab', () => {
    table(viewOf());
    expect(slots()).toHaveLength(24);
    expect(slot(1).getAttribute('aria-label')).toBe('Slot 1: red 1, run');
    expect(slot(20).getAttribute('aria-label')).toBe('Slot 20: empty');
    expect(slots().filter((one) => one.tabIndex === 0)).toHaveLength(1);
  });

  test('two taps move a tile, also when it is not my turn', async () => {
    table(viewOf({ phase: { phase: 'take', turn: 1 } }));
    await tap(
      () => slot(1),
      () => slot(20),
    );
    expect(faces()).toBe(`. ${RACK.slice(1).join(' ')} . . . . . R1`);
  });

  test('a second tap on the tile, or Escape, puts it back', async () => {
    table(viewOf());
    await tap(() => slot(1));
    expect(slot(1).getAttribute('aria-pressed')).toBe('true');
    await tap(() => slot(1));
    expect(slot(1).getAttribute('aria-pressed')).toBe('false');
    await tap(() => slot(1));
    await fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(slot(1).getAttribute('aria-pressed')).toBe('false');
  });

  test('nothing but the player moves tiles: not a draw, not another turn, not a reload', async () => {
    const { show } = table(viewOf());
    await tap(
      () => slot(1),
      () => slot(20),
    );
    const arranged = faces();
    await show(viewOf({ phase: { phase: 'throw', turn: 1, from_discards: null, refused: 0 } }));
    expect(faces()).toBe(arranged);
    await show(holding('O13'));
    expect(faces()).toBe(`${arranged} O13`);
    cleanup();
    table(holding('O13'));
    expect(faces()).toBe(`${arranged} O13`);
  });

  test('another match begins with the rack as dealt', async () => {
    table(viewOf());
    await tap(
      () => slot(1),
      () => slot(20),
    );
    cleanup();
    const view = viewOf();
    render(Table, {
      room: { ...roomOf(view), match_number: 2 },
      view,
      prompt: promptOf(view),
      me: 0,
      act: () => Promise.resolve({ ok: true } as const),
      hint: null,
      now: () => 0,
    });
    expect(faces()).toBe(RACK.join(' '));
  });

  test('Shift and an arrow move the group (ux-R10)', async () => {
    table(viewOf({ rack: ['R1', 'R2', 'R3'] }));
    await fireEvent.keyDown(slot(1), { key: 'ArrowRight', shiftKey: true });
    expect(faces()).toBe('. R1 R2 R3');
    expect(document.activeElement).toBe(slot(2));
  });

  test('arrows, Home and End move the focus', async () => {
    table(viewOf());
    await fireEvent.focus(slot(1));
    await fireEvent.keyDown(slot(1), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(slot(2));
    await fireEvent.keyDown(slot(2), { key: 'End' });
    expect(document.activeElement).toBe(slot(24));
    await fireEvent.keyDown(slot(24), { key: 'Home' });
    expect(document.activeElement).toBe(slot(1));
  });
});

describe('sorting (ux-R4)', () => {
  test('by buttons, with one step back', async () => {
    table(viewOf({ rack: ['K7', 'R1', 'R7', 'R2', 'O7', 'R3'] }));
    const before = faces();
    await tap(() => button(/sort by colour/));
    expect(faces()).toBe('R1 R2 R3 . R7 O7 K7');
    await tap(() => button(/the last sort/));
    expect(faces()).toBe(before);
    await tap(() => button(/sort by number/));
    expect(faces()).toBe('R7 O7 K7 . R1 R2 R3');
  });

  test('by the keys N and C, on a Ukrainian layout too (ux-C25)', async () => {
    table(viewOf({ rack: ['K7', 'R1', 'R7', 'R2', 'O7', 'R3'] }));
    await fireEvent.keyDown(document.body, { key: 'т', code: 'KeyN' });
    expect(faces()).toBe('R1 R2 R3 . R7 O7 K7');
    await fireEvent.keyDown(document.body, { key: 'с', code: 'KeyC' });
    expect(faces()).toBe('R7 O7 K7 . R1 R2 R3');
  });
});

describe('the turn (ux-R5)', () => {
  test('both sources are offered, and a press takes', async () => {
    const { act } = table(viewOf());
    await tap(() => button('Jan: Take, red 11'));
    expect(act).toHaveBeenLastCalledWith({ kind: 'take', from: 'discards' });
    await tick();
    await tap(() => button('Pool: Take'));
    expect(act).toHaveBeenLastCalledWith({ kind: 'take', from: 'pool' });
  });

  test('a thrown joker is no source, and says so (R11)', async () => {
    const { act } = table(viewOf({ discards: [{ seat: 1, tile: 'J' }] }));
    expect(screen.getByText('a joker is not taken')).toBeTruthy();
    await tap(() => button('Jan: a joker is not taken, joker'));
    expect(act).not.toHaveBeenCalled();
  });

  test('while an answer is awaited, a second press sends nothing (ux-C3)', async () => {
    const { act } = table(viewOf());
    act.mockReturnValue(new Promise<Result>(() => {}));
    await tap(
      () => button('Pool: Take'),
      () => button('Pool: Take'),
    );
    expect(act).toHaveBeenCalledTimes(1);
    expect(button('Pool: Take').getAttribute('aria-busy')).toBe('true');
  });

  test('the new tile lies after the last one and is marked until the turn ends', async () => {
    const { show } = table(viewOf());
    await show(holding('O13'));
    expect(slot(15).getAttribute('aria-label')).toBe('Slot 15: orange 13, new');
    await show(holding('O13', { phase: { phase: 'take', turn: 1 }, taken: null }));
    expect(slot(15).getAttribute('aria-label')).toBe('Slot 15: orange 13');
  });

  test('a picked tile is thrown by a press on the discards, or by D', async () => {
    const { act } = table(holding('O13'));
    await tap(
      () => slot(15),
      () => button('You: Throw here, orange 13'),
    );
    expect(act).toHaveBeenLastCalledWith({ kind: 'throw', tile: 'O13' });
    await tick();
    await fireEvent.keyDown(document.body, { key: 'в', code: 'KeyD' });
    expect(act).toHaveBeenCalledTimes(2);
  });

  test('D takes from the pool', async () => {
    const { act } = table(viewOf());
    await fireEvent.keyDown(document.body, { key: 'd', code: 'KeyD' });
    expect(act).toHaveBeenLastCalledWith({ kind: 'take', from: 'pool' });
  });

  test('the tile just taken from the discards stays (R10)', async () => {
    const { act } = table(
      holding('R11', { phase: { phase: 'throw', turn: 0, from_discards: 'R11', refused: 0 } }),
    );
    await tap(
      () => slot(15),
      () => button('You: Throw here, red 11'),
    );
    expect(act).not.toHaveBeenCalled();
  });

  test('of two equal tiles the one that was picked goes (ux-R13)', async () => {
    const view = holding('R1');
    const { show } = table(view);
    await tap(
      () => slot(1),
      () => button('You: Throw here, red 1'),
    );
    await show(viewOf({ phase: { phase: 'take', turn: 1 }, rack: [...RACK.slice(1), 'R1'] }));
    expect(faces()).toBe(`. ${RACK.slice(1).join(' ')} R1`);
  });
});

describe('declaring (ux-R6)', () => {
  test('the sheet shows what is sent, and confirming sends it', async () => {
    const { act } = table(holding('O13'));
    await tap(() => button(/Declare/));
    const sheet = dialog();
    expect(within(sheet).getByText('Closing discard')).toBeTruthy();
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(within(sheet).getByRole('button', { name: 'Declare', hidden: true }));
    expect(act).toHaveBeenLastCalledWith({
      kind: 'declare',
      throw: 'O13',
      layout: ['R1 R2 R3', 'B1 B2 B3 B4', 'K7 R7 O7', 'K9 K10 K11 K12'].map((meld) => meld.split(' ')),
    });
  });

  test('what is missing is listed and marked', async () => {
    const { act } = table(holding('O13', { rack: [...RACK.slice(0, 12), 'O1', 'B12', 'O13'] }));
    await tap(() => button(/Declare/));
    expect(screen.getByText('5 tiles in no group:')).toBeTruthy();
    expect(slot(15).getAttribute('aria-label')).toContain('not yet a group');
    expect(act).not.toHaveBeenCalled();
  });

  test('when all fifteen fit, the discard is chosen', async () => {
    table(holding('K8', { rack: [...RACK.slice(0, 10), 'K8', 'K9', 'K10', 'K11', 'K12'] }));
    await tap(() => button(/Declare/));
    expect(screen.getByText('Which tile do you throw?')).toBeTruthy();
    const sheet = dialog();
    const choices = within(sheet).getAllByRole('button', { name: /^Throw/, hidden: true });
    expect(choices.map((one) => one.textContent.trim())).toEqual([
      'Throw blue 1',
      'Throw blue 4',
      'Throw black 8',
      'Throw black 12',
    ]);
  });

  test('the referee’s faults are listed and their tiles marked (R16)', async () => {
    const { show } = table(holding('O13'));
    await tap(() => button(/Declare/));
    await fireEvent.click(
      within(dialog()).getByRole('button', {
        name: 'Declare',
        hidden: true,
      }),
    );
    await show(holding('O13', { phase: { phase: 'throw', turn: 0, from_discards: null, refused: 1 } }), [
      { kind: 'refused', seat: 0, faults: [{ code: 'gap', meld: 1 }], left: 2, points: [0, 0] },
    ]);
    expect(screen.getByText('Group 1: a number is missing in the run')).toBeTruthy();
    expect(screen.getByText('2 more declarations in this turn.')).toBeTruthy();
    expect(slot(1).getAttribute('aria-label')).toContain('not yet a group');
  });

  test('after three refusals it is not offered', async () => {
    table(holding('O13', { phase: { phase: 'throw', turn: 0, from_discards: null, refused: 3 } }));
    expect(button(/Declare/).getAttribute('aria-disabled')).toBe('true');
  });
});

test('who wants to be asked is asked before a throw, and Back throws nothing (ux-C27)', async () => {
  settings.turn('confirm', true);
  try {
    const { act } = table(holding('J'));
    await tap(
      () => slot(1),
      () => button(/^You: Throw here/),
    );
    expect(act).not.toHaveBeenCalled();
    await tap(() => within(dialog()).getByRole('button', { name: 'Back' }));
    expect(dialog()).toBeNull();
    await tap(() => button(/^You: Throw here/));
    expect(within(dialog()).getByRole('heading').textContent).toBe('Throw red 1?');
    await tap(() => within(dialog()).getByRole('button', { name: 'Throw' }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ kind: 'throw', tile: 'R1' });
  } finally {
    settings.turn('confirm', false);
  }
});

describe('advice', () => {
  test('is offered only where the room gives it', () => {
    table(viewOf());
    expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull();
  });

  test('says what to throw, and lays the groups out in one press that can be undone', async () => {
    table(holding('B9'), () =>
      Promise.resolve({
        throw: 'B9',
        layout: [
          ['K9', 'K10', 'K11', 'K12'],
          ['R1', 'R2', 'R3'],
        ],
        rest: [],
        deadwood: 37,
        distance: 2,
        useful: ['B5'],
      }),
    );
    const before = faces();
    await tap(() => button('Hint'));
    await screen.findByRole('dialog');
    expect(dialog().textContent).toContain('Throw blue 9');
    expect(dialog().textContent).toContain('2 tiles must still be exchanged.');
    await tap(() => within(dialog()).getByRole('button', { name: 'Lay it out so' }));
    expect(faces()).toBe('K9 K10 K11 K12 . R1 R2 R3 . B1 B2 B3 B4 K7 R7 O7 B9');
    // The tile to throw is in hand: one press on the discards throws it.
    expect(button(/^You: Throw here/).getAttribute('aria-label')).toContain('blue 9');
    await tap(() => button(/^Undo/));
    expect(faces()).toBe(before);
  });
});

describe('around the rack', () => {
  test('the counter and the brackets follow each move (ux-R7)', async () => {
    table(viewOf());
    expect(screen.getByText('14 of 14 in groups')).toBeTruthy();
    await tap(
      () => slot(1),
      () => slot(24),
    );
    expect(screen.getByText('11 of 14 in groups')).toBeTruthy();
  });

  test('all discards of a neighbour can be listed (ux-R8)', async () => {
    table(viewOf());
    await tap(() => button('1: show all tiles thrown by Jan'));
    const list = await screen.findByRole('dialog');
    expect(within(list).getAllByText('red 11')).toHaveLength(1);
    expect(within(list).queryByText('blue 8')).toBeNull();
  });

  test('a spectator sees seats and piles, but no rack', () => {
    table(viewOf({ seat: null, rack: null }));
    expect(screen.queryByRole('group', { name: 'Your rack' })).toBeNull();
    expect(button(/show all tiles thrown by Anna/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Declare/ })).toBeNull();
  });

  test('the end of a round shows the winner’s groups and all racks (ux-R11)', async () => {
    table(
      viewOf({
        phase: { phase: 'between' },
        rack: [],
        results: [
          {
            round: 2,
            winner: 1,
            layout: [['R6', 'J', 'R8']],
            throw: 'K1',
            racks: [['O1', 'O2'], []],
            points: [0, 1],
          },
        ],
      }),
    );
    const end = await screen.findByRole('region', { name: 'Jan wins the round' });
    expect(within(end).getByText('red 6')).toBeTruthy();
    expect(within(end).getByText('orange 2')).toBeTruthy();
    expect(within(end).getByText('+1')).toBeTruthy();
  });

  test('the language changes without losing anything (ux-C16)', async () => {
    table(viewOf());
    await tap(
      () => slot(1),
      () => slot(20),
    );
    const arranged = faces();
    setLocale('uk');
    await tick();
    const inUkrainian = within(screen.getByRole('group', { name: 'Ваша підставка' }));
    expect(inUkrainian.getByRole('button', { name: 'Місце 20: червона 1' })).toBeTruthy();
    setLocale('en');
    await tick();
    expect(faces()).toBe(arranged);
  });
});
