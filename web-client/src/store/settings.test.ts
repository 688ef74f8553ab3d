import { beforeEach, expect, test } from 'vitest';
import { recall } from '../ui/remember.ts';
import { settings } from './settings.svelte.ts';

beforeEach(() => localStorage.clear());

test('a theme is set on the page and remembered; the system’s is neither (ux-C20)', () => {
  settings.theme = 'dark';
  expect([document.documentElement.dataset.theme, recall('theme')]).toEqual(['dark', 'dark']);
  settings.theme = 'system';
  expect([document.documentElement.dataset.theme, recall('theme')]).toEqual([undefined, null]);
});

test('motion can be switched off whatever the system says (ux-C19)', () => {
  settings.motion = false;
  expect(document.documentElement.dataset.motion).toBe('off');
  settings.motion = true;
  expect(document.documentElement.dataset.motion).toBeUndefined();
});
