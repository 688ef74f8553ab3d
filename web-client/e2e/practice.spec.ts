/** Practice by a fixed deal, and taking back. */
import { expect, test, type Page } from '@playwright/test';
import { checkPage, watchConsole } from './people.ts';

test.beforeEach(({ page }) => watchConsole(page));

/** Begins to practise the deal of this number. */
async function practise(page: Page, game: 'rummikub' | 'tichu', deal: number): Promise<void> {
  await page.goto(`/#/practice/${game}`);
  await checkPage(page);
  await page.getByLabel('Number of the deal').fill(String(deal));
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByTestId('status')).not.toContainText('moment');
}

const faces = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('[data-face]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.face));

test('a deal is practised, a move taken back, and the same number deals the same again (ux-C27)', async ({
  page,
}) => {
  await practise(page, 'rummikub', 7);
  const status = page.getByTestId('status');
  await expect(status).toContainText('Take a tile', { timeout: 15_000 });
  const before = await faces(page);
  await page.getByRole('button', { name: /^Pool/ }).click();
  await expect(status).toContainText('Throw a tile');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(status).toContainText('Take a tile');
  expect(await faces(page)).toEqual(before);
  await practise(page, 'rummikub', 7);
  await expect(status).toContainText('Take a tile', { timeout: 15_000 });
  expect((await faces(page)).toSorted()).toEqual(before.toSorted());
});
