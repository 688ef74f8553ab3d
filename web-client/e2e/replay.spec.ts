/** The replay of a match: while it is played, from its end, and from a link. */
import { expect, test, type Page } from '@playwright/test';
import { arrive, checkPage, watchConsole } from './people.ts';

test.beforeEach(({ page }) => watchConsole(page));

/** Begins a match among bots. */
async function play(page: Page, game: 'Rummikub' | 'Tichu'): Promise<void> {
  await arrive(page, 'Anna');
  await page.getByRole('button', { name: `Play with bots: ${game}` }).click();
}

test('what was played is replayed by steps, keys and links, from any seat (ux-C26)', async ({ page }) => {
  await play(page, 'Rummikub');
  await expect(page.getByTestId('status')).toContainText('Take a tile', { timeout: 15_000 });
  await page.getByRole('button', { name: /^Pool/ }).click();
  await expect(page.getByTestId('status')).toContainText('Throw a tile');
  await page.getByRole('button', { name: 'Scores' }).click();
  await page.getByRole('link', { name: 'Replay' }).click();
  const where = page.getByText(/Step \d+ of \d+/);
  await expect(where).toBeVisible();
  const all = Number(/of (\d+)/.exec((await where.textContent()) ?? '')?.[1]);
  expect(all).toBeGreaterThanOrEqual(2);
  await expect(where).toContainText(`Step ${all} of ${all}`);
  await checkPage(page);
  await page.keyboard.press('Home');
  await expect(where).toContainText(`Step 1 of ${all}`);
  await expect(page.getByRole('status').filter({ hasText: 'begins' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#\/replay\/[^/]+\/1\/2$/);
  // The link opens at its step.
  await page.reload();
  await expect(where).toContainText(`Step 2 of ${all}`);
  // The racks of the others are not told before the round is over.
  await expect(page.getByText('not shown before the round is over').first()).toBeAttached();
  await page.getByLabel('Seen from').selectOption('1');
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await page.getByRole('button', { name: 'Play by itself' }).click();
  await expect(where).toContainText(`Step ${all} of ${all}`, { timeout: 15_000 });
  // The table has not gone on without the player, and calls.
  await page.getByRole('link', { name: 'Your turn! Back to the table' }).click();
  await expect(page.getByTestId('status')).toContainText('Throw a tile');
});

test('a game of Tichu is replayed with its exchange and tricks (ux-C26)', async ({ page }) => {
  await play(page, 'Tichu');
  await page.getByRole('button', { name: 'No, deal on' }).click();
  await expect(page.getByTestId('status')).toContainText('Choose a card');
  await page.getByRole('button', { name: 'Scores' }).click();
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.getByText(/Step \d+ of \d+/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Six more cards' })).toBeVisible();
  await checkPage(page);
});
