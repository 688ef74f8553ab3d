import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missing, stale, unknown } from '../../build/ux.mjs';

test('every promise of priority P0 or P1 has a test that names it', () => {
  expect(missing('.')).toEqual([]);
});

test('no test names a promise that does not exist', () => {
  expect(unknown('.')).toEqual([]);
});

test('docs/ux-tests.md names no test that is no more (write it anew with `npm run ux`)', () => {
  expect(stale('.', readFileSync('../docs/ux-tests.md', 'utf8'))).toEqual([]);
});
