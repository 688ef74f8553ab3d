import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

test('the sample with the shortest round trip is believed (ux-C12)', () => {
  const clock = new Clock();
  // The server is 5,000 ms ahead; the first answer was held up on its way back by 300 ms.
  expect(clock.sample(1_000, 1_400, 6_050)).toBe(4_850);
  expect(clock.sample(2_000, 2_100, 7_050)).toBe(5_000);
  expect(clock.sample(3_000, 3_900, 8_050)).toBe(5_000);
});

test('after a reset only what is new counts', () => {
  const clock = new Clock();
  clock.sample(0, 10, 1_005);
  clock.reset();
  expect(clock.sample(100, 400, 350)).toBe(100);
});

test('an old sample is forgotten in the end', () => {
  const clock = new Clock();
  clock.sample(0, 2, 9_001);
  let offset = 0;
  for (let at = 1; at <= 8; at += 1) offset = clock.sample(at * 100, at * 100 + 50, at * 100 + 25);
  expect(offset).toBe(0);
});
