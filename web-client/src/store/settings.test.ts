import { beforeEach, expect, test } from 'vitest';
import { lasting } from '../table/motion.ts';
import { recall } from '../ui/remember.ts';
import { settings } from './settings.svelte.ts';

beforeEach(() => localStorage.clear());

const { dataset } = document.documentElement;

test('a theme is set on the page and remembered; the system’s is neither (ux-C20)', () => {
  settings.theme = 'dark';
  expect([dataset.theme, recall('theme')]).toEqual(['dark', 'dark']);
  settings.theme = 'system';
  expect([dataset.theme, recall('theme')]).toEqual([undefined, null]);
});

test('motion can be slowed to nothing whatever the system says (ux-C19)', () => {
  expect(lasting(300)).toBe(300);
  settings.speed = 'fast';
  expect([dataset.motion, lasting(300)]).toEqual(['fast', 150]);
  settings.speed = 'off';
  expect([dataset.motion, lasting(300)]).toEqual(['off', 0]);
  settings.speed = 'normal';
  expect(dataset.motion).toBeUndefined();
});

test('hands and print stand on the page as marks, and outlive the visit (ux-C28)', () => {
  for (const key of ['left_handed', 'big_print'] as const) settings.turn(key, true);
  expect([dataset.hand, dataset.print, recall('left_handed')]).toEqual(['left', 'big', 'on']);
  for (const key of ['left_handed', 'big_print'] as const) settings.turn(key, false);
  expect([dataset.hand, dataset.print]).toEqual([undefined, undefined]);
});

test('the volume outlives the visit (ux-C18)', () => {
  settings.volume = 0.3;
  expect([settings.volume, recall('volume')]).toEqual([0.3, '0.3']);
});

test('asking before a play is off until the player wants it (ux-C27)', () => {
  expect(settings.is('confirm')).toBe(false);
  settings.turn('confirm', true);
  expect(recall('confirm')).toBe('on');
  settings.turn('confirm', false);
});
