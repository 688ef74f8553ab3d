import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Timer from '../table/Timer.svelte';
import { announce } from './announce.svelte.ts';
import BusyButton from './BusyButton.svelte';
import Dialog from './Dialog.svelte';
import Later from './Later.svelte';
import LiveRegion from './LiveRegion.svelte';
import { setClockOffset } from './time.svelte.ts';
import { toast } from './toast.svelte.ts';
import Toasts from './Toasts.svelte';

const text = (content: string) => createRawSnippet(() => ({ render: () => `<span>${content}</span>` }));

describe('Later', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    toast('here', 'bad');
  });
  afterEach(() => {
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
  });

  test('shows a part once it is there, and asks again for one that could not be fetched', async () => {
    const load = vi
      .fn<() => Promise<{ default: typeof Toasts }>>()
      .mockRejectedValueOnce(new Error('no line'))
      .mockResolvedValue({ default: Toasts });
    render(Later, { props: { load, props: {} } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('here')).toBeNull();
    toast('here', 'bad');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.queryByText('here')).not.toBeNull();
  });

  test('fetches what has nothing to show yet, and shows it when it has', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Toasts }));
    const { rerender } = render(Later, { props: { load, props: null } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('here')).toBeNull();
    await rerender({ props: { load, props: {} } });
    expect(screen.queryByText('here')).not.toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('BusyButton', () => {
  test('is busy until the answer comes, keeps its focus, and sends once (ux-C3)', async () => {
    let settle = () => {};
    const press = vi.fn(() => new Promise<void>((done) => (settle = done)));
    render(BusyButton, { press, children: text('Throw') });
    const button = screen.getByRole('button');
    button.focus();
    await fireEvent.click(button);
    await fireEvent.click(button);
    expect(press).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    expect(document.activeElement).toBe(button);
    settle();
    await vi.waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false));
    await fireEvent.click(button);
    expect(press).toHaveBeenCalledTimes(2);
  });

  test('is free again after a failure, and does nothing while unavailable', async () => {
    const press = vi.fn(() => Promise.resolve({ ok: false }));
    const { rerender } = render(BusyButton, { press, unavailable: true, children: text('Pass') });
    const button = screen.getByRole('button');
    await fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    await rerender({ unavailable: false });
    await fireEvent.click(button);
    expect(press).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
  });
});

describe('Dialog', () => {
  test('is named by its title and closed by its button, by Escape, and beside itself', async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: 'Scores', onclose, children: text('x') });
    const dialog = screen.getByRole('dialog', { name: 'Scores' });
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await fireEvent.pointerUp(dialog);
    expect(onclose).toHaveBeenCalledTimes(3);
    await fireEvent.pointerUp(screen.getByText('x'));
    expect(onclose).toHaveBeenCalledTimes(3);
  });

  test('a choice that must be made has no way around it', async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: 'Dragon', onclose, dismissable: false, children: text('x') });
    const dialog = screen.getByRole('dialog');
    const cancel = new Event('cancel', { cancelable: true });
    await fireEvent(dialog, cancel);
    await fireEvent.pointerUp(dialog);
    expect(cancel.defaultPrevented).toBe(true);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(onclose).not.toHaveBeenCalled();
  });
});

describe('announcements', () => {
  test('of one moment are spoken together, and the same text again counts as new', async () => {
    render(LiveRegion);
    const region = screen.getByRole('status');
    announce('Your turn');
    announce('Jan passes');
    announce('Your turn');
    await tick();
    expect(region.textContent?.trim()).toBe('Your turn. Jan passes');
    const [before] = [...region.querySelectorAll('span')].map((span) => span.textContent);
    announce('Your turn. Jan passes');
    await tick();
    const [after] = [...region.querySelectorAll('span')].map((span) => span.textContent);
    expect(region.textContent?.trim()).toBe('Your turn. Jan passes');
    expect(after).not.toBe(before);
    announce('Grand tichu, or deal on?');
    announce('Jan passes');
    await tick();
    expect(region.textContent?.trim()).toBe('Grand tichu, or deal on? Jan passes');
  });
});

describe('with a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
    setClockOffset(0);
  });

  test('toasts go by themselves, and the same one stands once', async () => {
    render(Toasts);
    toast('Not your turn', 'bad');
    toast('Not your turn', 'bad');
    await tick();
    expect(screen.getAllByText('Not your turn')).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    await tick();
    expect(screen.queryByText('Not your turn')).toBeNull();
  });

  test('the timer follows the server’s clock, and changes shape once at ten seconds (ux-C12)', async () => {
    setClockOffset(-2_000);
    const onlow = vi.fn();
    const { container } = render(Timer, { deadline: 1_010_500, whole: 60_000, mine: true, onlow });
    expect(screen.getByRole('timer').textContent).toContain('0:13');
    expect(container.querySelector('svg')).toBeNull();
    vi.advanceTimersByTime(2_600);
    await tick();
    expect(screen.getByRole('timer').textContent).toContain('0:10');
    expect(container.querySelector('svg')).not.toBeNull();
    vi.advanceTimersByTime(3_000);
    await tick();
    expect(onlow).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('timer').textContent).toContain('0:07');
  });

  test('without a deadline there is no timer', () => {
    render(Timer, { deadline: null, whole: 0 });
    expect(screen.queryByRole('timer')).toBeNull();
  });
});
