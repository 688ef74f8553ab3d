import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n/locale.svelte.ts';
import type { TichuAction, TichuEvent, TichuView } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Result } from '../table/contract.ts';
import { cards, promptFor, sampleRoom, sampleView, steps, exchanging } from './sample.ts';
import Table from './Table.svelte';

type Act = (action: TichuAction, options?: { outOfTurn?: boolean }) => Promise<Result>;

let act = vi.fn<Act>();
let seq = 1;

const propsFor = (view: TichuView, latest: TichuEvent[] = []) => ({
  room: sampleRoom(view, {
    seq: (seq += 1),
    latest: latest.map((event) => ({ of: 'tichu' as const, ...event })),
  }),
  view,
  prompt: promptFor(view),
  me: view.seat,
  act,
  hint: null,
  now: () => 0,
});

function show(change: Partial<TichuView> = {}) {
  const view = sampleView(change);
  const table = render(Table, { props: propsFor(view) });
  return {
    /** What the server says next. */
    then: async (next: Partial<TichuView>, latest: TichuEvent[] = []) => {
      await table.rerender(propsFor({ ...view, ...next }, latest));
      await tick();
    },
  };
}

beforeEach(() => {
  setLocale('en');
  localStorage.clear();
  act = vi.fn<Act>(async () => ({ ok: true }));
});

const card = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const shown = (): string[] =>
  within(screen.getByRole('group', { name: /^Your hand/ }))
    .getAllByRole('button')
    .map((one) => one.dataset.card ?? '');
async function raise(...names: string[]): Promise<void> {
  for (const name of names) await fireEvent.click(card(name));
}
const unavailable = (element: HTMLElement): boolean => element.getAttribute('aria-disabled') === 'true';
const on = (...played: string[]): Partial<TichuView> => ({
  phase: { phase: 'turn', turn: 0, trick: steps(...played) },
});

describe('the hand (ux-T2)', () => {
  test('a card is a toggle with its name', async () => {
    show();
    expect(card('nine of swords').getAttribute('aria-pressed')).toBe('false');
    await raise('nine of swords');
    expect(card('nine of swords').getAttribute('aria-pressed')).toBe('true');
  });

  test('arrows move the one tab stop', async () => {
    show();
    const [first = '', second = ''] = shown();
    const at = (name: string): HTMLElement => document.querySelector(`[data-card="${name}"]`) as HTMLElement;
    expect([at(first).tabIndex, at(second).tabIndex]).toEqual([0, -1]);
    at(first).focus();
    await fireEvent.keyDown(at(first), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(at(second));
    expect([at(first).tabIndex, at(second).tabIndex]).toEqual([-1, 0]);
  });

  test('Alt and an arrow move a card, which makes the order the player’s own; a reload keeps it (ux-C9)', async () => {
    show({ hand: cards('2j 5s 9p') });
    await fireEvent.keyDown(card('nine of pagodas'), { key: 'ArrowLeft', altKey: true });
    expect(shown()).toEqual(['2j', '9p', '5s']);
    expect(button(/^Own/).getAttribute('aria-pressed')).toBe('true');
    document.body.replaceChildren();
    show({ hand: cards('2j 5s 9p') });
    expect(shown()).toEqual(['2j', '9p', '5s']);
  });

  test('raised cards move by buttons as well (ux-C4)', async () => {
    show({ hand: cards('2j 5s 9p') });
    await fireEvent.click(button(/^Own/));
    await raise('nine of pagodas');
    await fireEvent.click(button('Move raised cards left'));
    expect(shown()).toEqual(['2j', '9p', '5s']);
  });

  test('what others do leaves the order and the raised cards alone (ux-C3)', async () => {
    const { then } = show({
      hand: cards('2j 5s 9p'),
      phase: { phase: 'turn', turn: 1, trick: { steps: [] } },
    });
    await fireEvent.keyDown(card('nine of pagodas'), { key: 'ArrowLeft', altKey: true });
    await raise('two of jade');
    await then({ hand: cards('2j 5s 9p'), ...on('1: 3j') });
    expect(shown()).toEqual(['2j', '9p', '5s']);
    expect(card('two of jade').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the bar (ux-T3)', () => {
  test('Play names the combination and sends it', async () => {
    show(on('3: 6j 6s'));
    expect(unavailable(button(/^Play/))).toBe(true);
    await raise('nine of swords', 'nine of pagodas');
    await fireEvent.click(button(/^Play Pair of nines/));
    expect(act).toHaveBeenCalledWith({ kind: 'play', cards: ['9s', '9p'] }, { outOfTurn: false });
  });

  test('it says why not, and sends nothing', async () => {
    show(on('3: 6j 6s'));
    await raise('five of jade', 'five of swords');
    const play = button(/^Pair of fives Not high enough/);
    expect(unavailable(play)).toBe(true);
    await fireEvent.click(play);
    expect(act).not.toHaveBeenCalled();
  });

  test('Pass is available on a trick and not on a lead (T11)', async () => {
    const { then } = show();
    expect(unavailable(button('Pass'))).toBe(true);
    expect(button('Pass').title).toBe('You lead: play something');
    await then(on('3: 6j 6s'));
    await fireEvent.click(button('Pass'));
    expect(act).toHaveBeenCalledWith({ kind: 'pass' }, { outOfTurn: false });
  });

  test('Enter on a card plays what is raised', async () => {
    show(on('3: 6j 6s'));
    await raise('nine of swords', 'nine of pagodas');
    await fireEvent.keyDown(card('nine of pagodas'), { key: 'Enter' });
    expect(act).toHaveBeenCalledWith({ kind: 'play', cards: ['9s', '9p'] }, { outOfTurn: false });
  });

  test('letters are shortcuts, by the place of the key too, and can be switched off (ux-C25)', async () => {
    show(on('3: 6j 6s'));
    await fireEvent.keyDown(document.body, { key: 'з', code: 'KeyP' });
    expect(act).toHaveBeenCalledTimes(1);
    settings.keys = false;
    await fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' });
    expect(act).toHaveBeenCalledTimes(1);
    settings.keys = true;
  });
});

describe('questions before a play', () => {
  test('an ambiguous Phoenix is asked for and stated (T9, ux-T4)', async () => {
    show();
    await raise('five of jade', 'five of swords', 'nine of swords', 'nine of pagodas', 'Phoenix');
    await fireEvent.click(button(/^Play/));
    const dialog = screen.getByRole('dialog', { name: 'What is the Phoenix?' });
    await fireEvent.click(within(dialog).getByRole('button', { name: /^Full house, fives over nines/ }));
    expect(act).toHaveBeenCalledWith(
      { kind: 'play', cards: ['5j', '5s', '9s', '9p', 'P'], phoenix: '5' },
      { outOfTurn: false },
    );
  });

  test('the Mah Jong brings a wish: thirteen ranks or none, by arrows too (T18, ux-T8)', async () => {
    show();
    await raise('Mah Jong');
    await fireEvent.click(button(/^Play Mah Jong/));
    const dialog = screen.getByRole('dialog', { name: 'Wish for a rank' });
    const options = dialog.querySelectorAll<HTMLElement>('.options button');
    expect([...options].map((option) => option.textContent.trim())).toEqual(
      '2 3 4 5 6 7 8 9 10 J Q K A'.split(' ').concat('No wish'),
    );
    options[0]?.focus();
    await fireEvent.keyDown(options[0] as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(options[1]);
    await fireEvent.click(options[6] as HTMLElement);
    expect(act).toHaveBeenCalledWith({ kind: 'play', cards: ['1'], wish: '8' }, { outOfTurn: false });
  });

  test('tichu is called by a second press, out of turn as well (T3, ux-T6)', async () => {
    show({ phase: { phase: 'turn', turn: 2, trick: { steps: [] } } });
    await fireEvent.click(button('Tichu'));
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(button('Call tichu ±100'));
    expect(act).toHaveBeenCalledWith({ kind: 'tichu' }, { outOfTurn: true });
  });

  test('after the first card there is no tichu button (T3)', () => {
    show({ played: [0] });
    expect(screen.queryByRole('button', { name: 'Tichu' })).toBeNull();
  });
});

describe('bombs (ux-T10)', () => {
  const holder = {
    hand: cards('9j 9s 9p 9t 2j'),
    phase: { phase: 'turn', turn: 2, trick: steps('1: Aj As') },
  } as const;

  test('the one bomb is raised by its button and played out of turn', async () => {
    show(holder);
    await fireEvent.click(button('Bomb'));
    await fireEvent.click(button(/^Play Bomb: four nines/));
    expect(act).toHaveBeenCalledWith({ kind: 'play', cards: ['9j', '9s', '9p', '9t'] }, { outOfTurn: true });
  });

  test('of two bombs it asks which', async () => {
    show({ ...holder, hand: cards('9j 9s 9p 9t 2j 2s 2p 2t') });
    await fireEvent.click(button('Bomb'));
    await fireEvent.click(button('Bomb: four nines'));
    expect(button(/^Play Bomb: four nines/)).toBeTruthy();
  });

  test('without a bomb there is no button', () => {
    show();
    expect(screen.queryByRole('button', { name: 'Bomb' })).toBeNull();
  });

  const won = { phase: { phase: 'bomb_window', trick: steps('0: Aj', '1: -', '2: -', '3: -') } } as const;

  test('a play of the next leader waits for the end of the window and is sent as its lead', async () => {
    const { then } = show(won);
    await raise('five of jade');
    await fireEvent.click(button(/^Play next/));
    expect(act).not.toHaveBeenCalled();
    expect(button(/^Queued: Single five/)).toBeTruthy();
    await then({ phase: { phase: 'turn', turn: 0, trick: { steps: [] } } });
    expect(act).toHaveBeenCalledTimes(1);
    expect(act).toHaveBeenCalledWith({ kind: 'play', cards: ['5j'] }, { outOfTurn: false });
  });

  test('it can be taken back', async () => {
    const { then } = show(won);
    await raise('five of jade');
    await fireEvent.click(button(/^Play next/));
    await fireEvent.click(button(/^Queued/));
    await then({ phase: { phase: 'turn', turn: 0, trick: { steps: [] } } });
    expect(act).not.toHaveBeenCalled();
  });

  test('a bomb takes it back', async () => {
    const { then } = show(won);
    await raise('five of jade');
    await fireEvent.click(button(/^Play next/));
    await then({ phase: { phase: 'turn', turn: 2, trick: steps('0: Aj', '1: 8j 8s 8p 8t') } });
    expect(act).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: /^Queued/ })).toBeNull();
  });
});

describe('passing for the whole trick (ux-T14)', () => {
  const others = (turn: number, ...played: string[]): Partial<TichuView> => ({
    phase: { phase: 'turn', turn, trick: steps(...played) },
  });
  const toggle = (): HTMLElement => button(/^Pass/);

  test('is off until it is pressed, passes once a turn, and can be taken back', async () => {
    const { then } = show(others(2, '1: 6j 6s'));
    await then(on('1: 6j 6s', '2: 7j 7s', '3: 8j 8s'));
    expect(act).not.toHaveBeenCalled();
    await then(others(1, '1: 6j 6s', '2: 7j 7s', '3: 8j 8s', '0: -'));
    await fireEvent.click(toggle());
    expect(toggle().getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(toggle());
    await then(on('1: 9j 9t', '2: -', '3: -'));
    expect(act).not.toHaveBeenCalled();
    await then(others(3, '1: 9j 9t', '2: -'));
    await fireEvent.click(toggle());
    await then(on('1: 9j 9t', '2: -', '3: -'));
    expect(act).toHaveBeenCalledExactlyOnceWith({ kind: 'pass' }, { outOfTurn: false });
  });

  test('ends with the trick', async () => {
    const { then } = show(others(2, '1: 6j 6s'));
    await fireEvent.click(toggle());
    await then(others(2));
    await then(on('2: 2j'));
    expect(act).not.toHaveBeenCalled();
  });

  test('is not offered while the wish may bind, and ends when one comes', async () => {
    const { then } = show({ ...others(2, '1: 6j 6s'), wish: '9' });
    expect(unavailable(toggle())).toBe(true);
    expect(toggle().title).toContain('Not while the wish may bind you: 9');
    await then({ ...others(2, '1: 6j 6s'), wish: null });
    await fireEvent.click(toggle());
    await then({ ...others(3, '1: 6j 6s', '2: 7j 7s'), wish: '9' });
    expect(toggle().getAttribute('aria-pressed')).toBe('false');
    await then({ ...on('1: 6j 6s', '2: 7j 7s', '3: -'), wish: '9' });
    expect(act).not.toHaveBeenCalled();
  });

  test('P does the same from the keyboard', async () => {
    const { then } = show(others(2, '1: 6j 6s'));
    await fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' });
    expect(toggle().getAttribute('aria-pressed')).toBe('true');
    await then(on('1: 6j 6s', '2: -', '3: -'));
    expect(act).toHaveBeenCalledTimes(1);
  });
});

describe('comfort', () => {
  test('who wants to be asked is asked before a play (ux-C27)', async () => {
    settings.turn('confirm', true);
    try {
      show(on('3: 6j 6s'));
      await raise('nine of swords', 'nine of pagodas');
      await fireEvent.click(button(/^Play Pair/));
      expect(act).not.toHaveBeenCalled();
      const dialog = within(document.querySelector<HTMLElement>('dialog[open]') ?? document.body);
      expect(dialog.getByRole('heading').textContent).toBe('Play this? Pair of nines');
      await fireEvent.click(dialog.getByRole('button', { name: 'Play' }));
      expect(act).toHaveBeenCalledExactlyOnceWith(
        { kind: 'play', cards: ['9s', '9p'] },
        { outOfTurn: false },
      );
    } finally {
      settings.turn('confirm', false);
    }
  });

  test('for the left hand the cards run from high to low, but not one’s own order (ux-C28)', async () => {
    show();
    const before = shown();
    settings.turn('left_handed', true);
    await tick();
    expect(shown()).toEqual(before.toReversed());
    await fireEvent.click(button(/^Own/));
    const own = shown();
    settings.turn('left_handed', false);
    await tick();
    expect(shown()).toEqual(own);
  });

  test('the points that a seat has taken stand there', () => {
    show({ ...on('3: 6j'), won: [0, 25, -25, 0] });
    const seat = (name: RegExp): string => screen.getByRole('group', { name }).textContent;
    expect(seat(/^Jan, left/)).toContain('25 points taken');
    expect(seat(/^Олена, partner/)).toContain('-25 points taken');
    expect(seat(/^Robin, right/)).not.toContain('taken');
  });

  test('advice lists what can be played, and a press raises it', async () => {
    const view = sampleView(on('3: 6j 6s'));
    const hint = () =>
      Promise.resolve({
        plays: [{ cards: ['9s', '9p'], combination: { kind: 'pair', rank: '9' } as const }],
        more: false,
        pass: true,
      });
    render(Table, { props: { ...propsFor(view), hint } });
    await fireEvent.click(button('Hint'));
    await fireEvent.click(await screen.findByRole('button', { name: /^Pair of nines/ }));
    expect(button(/^Play Pair of nines/)).toBeTruthy();
  });
});

describe('phases with a choice', () => {
  test('grand tichu: two buttons, the hand beside them (T2, ux-T5)', async () => {
    show({ phase: { phase: 'grand', answered: [1] }, hand: cards('2j 5s 9p Aj Ks 7t 8j 8s') });
    expect(shown()).toHaveLength(8);
    await fireEvent.click(button('No, deal on'));
    expect(act).toHaveBeenCalledWith({ kind: 'decline' }, { outOfTurn: false });
  });

  test('exchange: card, place, taken back, confirmed (T4, ux-T7)', async () => {
    show({ phase: exchanging() });
    expect(unavailable(button('Confirm'))).toBe(true);
    await raise('five of jade');
    await fireEvent.click(button('Jan, left: give the five of jade'));
    expect(shown()).not.toContain('5j');
    await fireEvent.click(button('Jan, left: take the five of jade back'));
    expect(shown()).toContain('5j');
    for (const [what, to] of [
      ['five of jade', 'Jan, left'],
      ['ace of jade', 'Олена, partner'],
      ['three of swords', 'Robin, right'],
    ] as const) {
      await raise(what);
      await fireEvent.click(button(`${to}: give the ${what}`));
    }
    await fireEvent.click(button('Confirm'));
    expect(act).toHaveBeenCalledWith(
      { kind: 'exchange', left: '5j', partner: 'Aj', right: '3s' },
      { outOfTurn: false },
    );
  });

  test('a confirmed exchange can be changed until all have confirmed (T3)', async () => {
    show({
      phase: exchanging(0),
      given: { left: '5j', partner: 'Aj', right: '3s' },
    });
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    await fireEvent.click(button('Change'));
    expect(unavailable(button('Confirm'))).toBe(false);
    expect(shown()).not.toContain('5j');
  });

  test('received cards say who gave them until the first play (ux-T7)', async () => {
    const { then } = show({ received: { left: '3s', partner: 'Aj', right: '5j' } });
    expect(card('ace of jade').getAttribute('aria-label')).toBe('ace of jade, from Олена');
    await then({ received: { left: '3s', partner: 'Aj', right: '5j' }, played: [0] });
    expect(card('ace of jade').getAttribute('aria-label')).toBe('ace of jade');
  });

  test('the Dragon’s trick goes to a named opponent (T14, ux-T9)', async () => {
    show({ phase: { phase: 'gift', from: 0, trick: steps('3: Tj', '0: R') }, counts: [13, 12, 14, 10] });
    expect(screen.queryByRole('button', { name: /Олена/ })).toBeNull();
    await fireEvent.click(button(/^Give to Robin right · 10 cards/));
    expect(act).toHaveBeenCalledWith({ kind: 'gift', to: 3 }, { outOfTurn: false });
  });

  test('the wish is shown; bound by it, Pass says why not and the cards are marked (T19, ux-T8)', () => {
    show({ ...on('3: 5p'), wish: '9' });
    expect(screen.getByText('Wish: 9')).toBeTruthy();
    expect(unavailable(button('Pass'))).toBe(true);
    expect(button('Pass').title).toBe('No pass: play your 9');
    expect(card('nine of swords').getAttribute('aria-label')).toBe('nine of swords, wished for');
  });
});

describe('the felt (ux-T11)', () => {
  const trick = (): HTMLElement => screen.getByRole('region', { name: 'Trick' });

  test('every play stands there with its player, the passes, the points and the lead', () => {
    show(on('3: 5j 5p', '0: -', '1: 6j 6s', '2: -', '3: Tp Ts', '0: -'));
    for (const text of ['Led by Robin', '30 points', 'Jan', 'Pair of tens', 'passed: You']) {
      expect(trick().textContent.replace(/\s+/g, ' ')).toContain(text);
    }
  });

  test('a finished trick stays until the next lead', async () => {
    const last_trick: TichuView['last_trick'] = [3, steps('3: Tj', '0: -')];
    const { then } = show({ phase: { phase: 'turn', turn: 3, trick: { steps: [] } }, last_trick });
    expect(trick().textContent).toContain('Taken by Robin: 10 points');
    await then({ last_trick, ...on('3: 2j') });
    expect(trick().textContent).not.toContain('Taken by');
  });

  test('the last trick can be looked at while another thinks, and closes on my turn (ux-T13)', async () => {
    const last_trick: TichuView['last_trick'] = [3, steps('3: Tj', '0: -')];
    const { then } = show({ last_trick, phase: { phase: 'turn', turn: 2, trick: steps('1: 2j') } });
    await fireEvent.click(button('Last trick'));
    expect(trick().textContent).toContain('Taken by Robin: 10 points');
    await then({ last_trick, ...on('1: 2j') });
    expect(trick().textContent).not.toContain('Taken by');
  });

  test('the Dog shows to whom the lead went (T13, ux-T15)', async () => {
    const { then } = show();
    await then({ phase: { phase: 'turn', turn: 3, trick: { steps: [] } } }, [
      { kind: 'played', seat: 1, cards: ['D'], combination: { kind: 'dog' } },
      { kind: 'dog_gave', from: 1, to: 3 },
    ]);
    expect(trick().textContent).toContain('Dog: Jan hands the lead to Robin');
  });

  test('a seat tells its cards, call, place and pass (ux-T1)', () => {
    show({
      ...on('1: 5j 5s', '2: -', '3: -'),
      calls: [null, 'grand', null, null],
      counts: [14, 9, 0, 5],
      out: [2],
    });
    const seat = (name: RegExp): string =>
      screen.getByRole('group', { name }).textContent.replace(/\s+/g, ' ');
    expect(seat(/^Jan, left/)).toMatch(/9 cards.*Grand/);
    expect(seat(/^Олена, partner/)).toContain('out first');
    expect(seat(/^Robin, right/)).toContain('passed');
    expect(seat(/^You, Anna/)).toContain('on turn');
  });

  test('a spectator sees the table and no hand', () => {
    show({ seat: null, hand: null, ...on('3: 5j') });
    expect(screen.queryByRole('group', { name: /^Your hand/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull();
    expect(trick().textContent).toContain('Robin');
  });
});
