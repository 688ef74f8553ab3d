/** The pictures of the README: each table as somebody sees it who has just sat down. */
import { expect, test } from '@playwright/test';
import { arrive } from './people.ts';

const FOLDER = '../docs/images';

test.use({ deviceScaleFactor: 1.5 });

test('rummikub', async ({ page }) => {
  await arrive(page, 'Olena');
  await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
  await page.getByRole('button', { name: /Runs/ }).click();
  await expect(page.getByTestId('status')).toContainText('Take a tile');
  await page.screenshot({ path: `${FOLDER}/rummikub.png`, animations: 'disabled' });
});

test('tichu', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await arrive(page, 'Olena');
  await page.getByRole('button', { name: 'Play with bots: Tichu' }).click();
  await page.getByRole('button', { name: 'No, deal on' }).click();
  await expect(page.getByRole('button', { name: 'No, deal on' })).toBeHidden();
  await page.screenshot({ path: `${FOLDER}/tichu.png`, animations: 'disabled' });
});
