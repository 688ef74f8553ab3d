/** Bad lines, against the real server: narrow, silent, cut, asleep, in the background, and of another version. */
import { expect, test, type Page } from '@playwright/test';
import { EDGE, Link } from './link.ts';
import { another, arrive, comeIn, openTable, openTalk, seat, watchConsole } from './people.ts';

test.beforeEach(({ page }) => watchConsole(page));

const banner = (page: Page) => page.getByTestId('banner');

/** Says something in the room and waits until the server has it. */
async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByLabel('Message').press('Enter');
  await expect(page.getByRole('complementary').getByText(text)).toBeVisible({ timeout: 15_000 });
}

/** The page goes out of sight, or comes back into it. */
async function turnAway(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Stops the page's clock: from here on only the test lets time pass. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/**
 * Lets time pass until the page says that the line is lost, and answers after how many milliseconds.
 *
 * In steps shorter than the shortest wait before an attempt: the clock stands before the first one is made, so however slow
 * the machine is, none is made while the line is still silent.
 */
async function untilLost(page: Page): Promise<number> {
  const step = 100;
  for (let passed = 0; passed < 30_000; passed += step) {
    if ((await banner(page).textContent())?.includes('Reconnecting') === true) return passed;
    await page.clock.runFor(step);
  }
  throw new Error('the page took a silent line for a good one');
}

test('a table is opened and played at over 400 ms, 50 kbit/s and late frames (ux-C7, ux-C3)', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const link = await Link.lay(page, EDGE);
  await arrive(page, 'Anna');
  await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
  const status = page.getByTestId('status');
  await expect(status).toContainText('Take a tile', { timeout: 30_000 });
  const pool = page.getByRole('button', { name: /^Pool/ });
  await pool.click();
  // Busy until the answer, and nothing has changed before it (ux-C3).
  await expect(status).toContainText('Take a tile');
  await expect(status).toContainText('Throw a tile', { timeout: 10_000 });
  await expect(banner(page)).toBeHidden();
  expect(link.sockets).toBe(1);
});

test('a line that went silent is found, and nothing that was begun is lost (ux-C7, ux-C8)', async ({
  page,
}) => {
  await page.clock.install();
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  await openTable(page, 'Rummikub');
  await page.getByLabel('Message').fill('a draft');
  await stopClock(page);
  link.silent = true;
  // A ping after five seconds, and nine of silence after it; nothing else was sent.
  expect(await untilLost(page)).toBeLessThanOrEqual(14_000);
  link.silent = false;
  await page.clock.resume();
  await expect(banner(page)).toBeHidden();
  expect(link.sockets).toBeGreaterThan(1);
  await expect(page.getByLabel('Message')).toHaveValue('a draft');
  await expect(seat(page, 1)).toContainText('Anna');
});

test('what was said on a line that broke is said once (ux-C7)', async ({ page, browser }) => {
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  const invite = await openTable(page, 'Tichu');
  const friend = await another(browser, page);
  await comeIn(friend, invite, 'Jan');
  await openTalk(friend);
  // The answer is lost on the way; the command goes out again under its old number.
  await page.getByLabel('Message').fill('good evening');
  link.silent = true;
  await page.getByLabel('Message').press('Enter');
  await link.cut();
  link.silent = false;
  await expect(friend.getByText('good evening')).toHaveCount(1);
  await expect(page.getByRole('complementary').getByText('good evening')).toHaveCount(1);
  await friend.context().close();
});

test('the network changes several times in a row, and the seat stays (ux-C7, ux-C9)', async ({
  page,
  browser,
}) => {
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  const invite = await openTable(page, 'Tichu');
  const friend = await another(browser, page);
  await comeIn(friend, invite, 'Jan');
  for (let change = 0; change < 3; change += 1) {
    await link.cut();
    await expect(banner(page)).toContainText('Reconnecting');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(banner(page)).toBeHidden({ timeout: 2_000 });
  }
  await say(page, 'still here');
  await expect(seat(friend, 1)).toContainText('Anna');
  await expect(seat(friend, 1)).not.toContainText('lost the connection');
  await friend.context().close();
});

test('others see who is away, in words (ux-C8)', async ({ page, browser, context }) => {
  await arrive(page, 'Anna');
  const invite = await openTable(page, 'Tichu');
  const friend = await another(browser, page);
  await comeIn(friend, invite, 'Jan');
  await context.setOffline(true);
  await page.close();
  await expect(seat(friend, 1)).toContainText('lost the connection', { timeout: 10_000 });
  await friend.context().close();
});

test('a page in the background finds out at once when it is looked at again (ux-C7)', async ({ page }) => {
  await page.clock.install();
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  await openTable(page, 'Tichu');
  await turnAway(page, 'hidden');
  await stopClock(page);
  link.silent = true;
  await turnAway(page, 'visible');
  // Three seconds without an answer are enough for someone who waits.
  expect(await untilLost(page)).toBeLessThanOrEqual(3_000);
  link.silent = false;
  await page.clock.resume();
  await expect(banner(page)).toBeHidden();
});

test('after an hour of sleep the player is back on the seat (ux-C9)', async ({ page }) => {
  await page.clock.install();
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  await openTable(page, 'Tichu');
  await link.cut();
  await page.clock.fastForward('01:00:00');
  await turnAway(page, 'visible');
  await expect(banner(page)).toBeHidden({ timeout: 2_000 });
  await expect(seat(page, 1)).toContainText('you');
});

test('a server of another version asks for a reload and keeps the seat (ux-C11)', async ({ page }) => {
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  await openTable(page, 'Tichu');
  await link.cut(4001);
  const dialog = page.getByRole('dialog', { name: 'There is a new version' });
  await expect(dialog).toContainText('your seat is kept');
  // It is not tried again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect(link.sockets).toBe(1);
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(seat(page, 1)).toContainText('Anna');
});

test('a restart that is announced is in the banner until the line is back (ux-C11)', async ({ page }) => {
  const link = await Link.lay(page);
  await arrive(page, 'Anna');
  await openTable(page, 'Tichu');
  link.say({ type: 'notice', kind: 'restart', at: Date.now() + 10_000 });
  await expect(banner(page)).toContainText('The server restarts soon');
  await link.cut(1012);
  await expect(banner(page)).toBeHidden({ timeout: 10_000 });
  await expect(seat(page, 1)).toContainText('Anna');
});
