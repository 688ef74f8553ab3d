import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test('waits double up to ten seconds and never end (ux-C7)', () => {
  const longest = () => 1;
  expect([0, 1, 2, 3, 4, 5, 100, 10_000].map((attempt) => backoff(attempt, longest))).toEqual([
    400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000,
  ]);
});

test('the jitter takes up to half away', () => {
  expect(backoff(3, () => 0)).toBe(1_600);
  expect(backoff(3, () => 0.5)).toBe(2_400);
});
