import { afterEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../store/settings.svelte.ts';
import { answerKey, shortcutOf } from './shortcuts.ts';

afterEach(() => {
  settings.keys = true;
  document.body.innerHTML = '';
});

const press = (init: KeyboardEventInit): KeyboardEvent =>
  new KeyboardEvent('keydown', { cancelable: true, ...init });

describe('shortcuts (ux-C25)', () => {
  test.each([
    ['a Latin letter as it is printed', { key: 'P', code: 'KeyP' }, 'p'],
    ['a Ukrainian letter by its place', { key: 'з', code: 'KeyP' }, 'p'],
    ['the Y of a German keyboard is Y', { key: 'y', code: 'KeyZ' }, 'y'],
    ['a question mark wherever it is', { key: '?', code: 'Minus', shiftKey: true }, '?'],
    ['Shift and the place of the slash', { key: ',', code: 'Slash', shiftKey: true }, '?'],
    ['the slash by its place', { key: '.', code: 'Slash' }, '/'],
    ['Escape', { key: 'Escape', code: 'Escape' }, 'Escape'],
    ['a digit is none', { key: '4', code: 'Digit4' }, null],
    ['with Control it is the browser’s', { key: 'p', code: 'KeyP', ctrlKey: true }, null],
    ['with Alt it moves a card', { key: 'p', code: 'KeyP', altKey: true }, null],
  ])('%s', (_, init, expected) => {
    expect(shortcutOf(press(init))).toBe(expected);
  });

  test('letters can be switched off, Escape not (WCAG 2.1.4)', () => {
    settings.keys = false;
    expect(shortcutOf(press({ key: 'p', code: 'KeyP' }))).toBeNull();
    expect(shortcutOf(press({ key: 'Escape' }))).toBe('Escape');
  });

  test.each(['input', 'textarea', 'select', 'dialog'])('none while a %s has the focus', (tag) => {
    const field = document.body.appendChild(document.createElement(tag));
    const seen = vi.fn(shortcutOf);
    field.addEventListener('keydown', seen);
    field.dispatchEvent(press({ key: 'p', code: 'KeyP', bubbles: true }));
    expect(seen).toHaveReturnedWith(null);
  });

  test('a key that does nothing here is left to the browser', () => {
    const way = vi.fn();
    const [known, other] = [press({ key: 'p', code: 'KeyP' }), press({ key: 'q', code: 'KeyQ' })];
    expect([answerKey(known, { p: way }), answerKey(other, { p: way })]).toEqual([true, false]);
    expect(way).toHaveBeenCalledTimes(1);
    expect([known.defaultPrevented, other.defaultPrevented]).toEqual([true, false]);
  });
});
