import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n/locale.svelte.ts';
import type { Emote } from '../protocol/types.ts';
import { settings } from '../store/settings.svelte.ts';
import { heard, isMuted, mute } from './muted.svelte.ts';
import { PHRASES, said } from './phrases.ts';
import SeatBubble from './SeatBubble.svelte';

const line = (text: string, player = 'JAN', at = Date.now()) =>
  ({ player, name: 'Jan', channel: 'table', text, at }) as const;

const phrase = (emote: Emote) => ({ ...line(''), emote });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  mute('JAN', false);
  settings.turn('zen', false);
  settings.turn('table_talk', false);
  setLocale('en');
  vi.useRealTimers();
});

describe('quick phrases (ux-C21)', () => {
  test('each is said in the language of who reads it', () => {
    expect(said(phrase('well_played'))).toBe('Well played!');
    setLocale('uk');
    expect(said(phrase('well_played'))).toBe('Гарно зіграно!');
    for (const each of PHRASES) expect(said(phrase(each))).not.toBe('');
  });

  test('a text is a text as it is', () => {
    expect(said(line(':dragon: at 5:30'))).toBe(':dragon: at 5:30');
  });
});

describe('what spectators say (ux-C22)', () => {
  test('is hidden from who does not want it', () => {
    const chat = [line('hi'), { ...line('psst', 'ANNA'), channel: 'spectators' } as const];
    expect(heard(chat)).toEqual(chat);
    settings.turn('table_talk', true);
    expect(heard(chat).map(({ player }) => player)).toEqual(['JAN']);
  });
});

describe('the bubble at the seat (ux-C21)', () => {
  const shown = (): string | undefined => document.querySelector('.bubble')?.textContent.trim();

  test('stays for four seconds', async () => {
    render(SeatBubble, { player: 'JAN', chat: [phrase('thanks')] });
    expect(shown()).toBe('Thank you!');
    vi.advanceTimersByTime(3_900);
    await tick();
    expect(shown()).toBe('Thank you!');
    vi.advanceTimersByTime(500);
    await tick();
    expect(shown()).toBeUndefined();
  });

  test('shows what this player said last, and nothing that is old', () => {
    render(SeatBubble, { player: 'JAN', chat: [line('hi'), line('later', 'ANNA'), phrase('sorry')] });
    expect(shown()).toBe('Sorry!');
    cleanup();
    render(SeatBubble, { player: 'JAN', chat: [line('hi', 'JAN', Date.now() - 60_000)] });
    expect(shown()).toBeUndefined();
  });

  test('a muted player is neither seen nor read, until that is taken back', async () => {
    const chat = [line('hi'), line('hello', 'ANNA')];
    render(SeatBubble, { player: 'JAN', chat });
    mute('JAN', true);
    await tick();
    expect(shown()).toBeUndefined();
    expect([isMuted('JAN'), heard(chat).map(({ player }) => player)]).toEqual([true, ['ANNA']]);
    mute('JAN', false);
    await tick();
    expect(shown()).toBe('hi');
  });

  test('zen shows none', () => {
    settings.turn('zen', true);
    render(SeatBubble, { player: 'JAN', chat: [line('hi')] });
    expect(shown()).toBeUndefined();
  });
});
