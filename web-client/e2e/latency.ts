/**
 * From a press to the paint, for moves in the rack on a processor slowed down four times: `npm run latency` prints the
 * durations that the browser itself measures for each press (event timing, in steps of 8 ms). No test, since times on a busy
 * machine say little.
 */
import { test } from '@playwright/test';
import { holding } from '../src/rummikub/fixtures.ts';
import { sceneOf } from './scenes.ts';
import { Stage } from './stage.ts';

const MOVES = 40;

test('rack moves', async ({ page }, { project }) => {
  test.setTimeout(180_000);
  await Stage.open(page, sceneOf(holding('B9')));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const durations: number[] = [];
    (globalThis as unknown as { durations: number[] }).durations = durations;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let move = 0; move < MOVES; move += 1) {
    await page.locator(`[data-place="${move % 2 === 0 ? 0 : 20}"]`).click();
    await page.locator(`[data-place="${move % 2 === 0 ? 20 : 0}"]`).click();
  }
  await page.waitForTimeout(500);
  const slow = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations);
  // Presses that were painted within 16 ms are not reported by the browser.
  const all = [...Array<number>(Math.max(0, 2 * MOVES - slow.length)).fill(16), ...slow].sort(
    (a, b) => a - b,
  );
  const at = (share: number): number => all[Math.floor(share * (all.length - 1))] ?? 0;
  process.stdout.write(
    `${project.name}: press to paint over ${all.length} presses, 4x slower: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, worst ${at(1)} ms\n`,
  );
});
