/** The page of who looks after a server, against a real server of its own: what it shows and does. */
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { House, TOKEN } from './house.ts';
import { arrive, checkPage, openTable, seat, watchConsole } from './people.ts';

let house: House;

test.beforeEach(async ({ page }) => {
  house = await House.open();
  watchConsole(page);
});

test.afterEach(() => house.close());

/** Comes in with the token; what the page asks for is granted. */
async function lookAfter(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(house.admin);
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByRole('heading', { name: 'Rooms' })).toBeVisible();
  await expect(page.getByLabel('Token')).toBeHidden();
}

/** A player of this server, who has opened a private table. */
async function player(browser: Browser): Promise<{ table: Page; invite: string }> {
  const context = await browser.newContext({ baseURL: house.players, locale: 'en-GB' });
  const table = await context.newPage();
  watchConsole(table);
  await arrive(table, 'Anna');
  return { table, invite: await openTable(table, 'Tichu') };
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

test('nobody comes in without the token @once', async ({ page }) => {
  await page.goto(house.admin);
  await checkPage(page);
  await page.getByLabel('Token').fill('a guess');
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByRole('status')).toContainText('needs the token');
  await expect(page.getByRole('heading', { name: 'Rooms' })).toBeHidden();
});

test('rooms are listed without secrets, and one is closed @once', async ({ page, browser }) => {
  const { table, invite } = await player(browser);
  await lookAfter(page);
  const row = rowOf(page, 'tichu');
  await expect(row).toContainText('waiting');
  await expect(row).toContainText('no');
  await expect(page.locator('#status')).toContainText('1 rooms, 1 players');
  await checkPage(page);
  // The invite of a private room is the key to it.
  const secret = new URL(invite).hash.split('/').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(8);
  expect(await page.content()).not.toContain(secret);
  const told = await page.evaluate(async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const paths = ['status', 'rooms', 'connections'];
    return Promise.all(paths.map(async (path) => (await fetch(`/api/${path}`, { headers })).text()));
  }, TOKEN);
  expect(told.join()).not.toContain(secret);
  await expect(seat(table, 1)).toContainText('Anna');
  await row.getByRole('button', { name: /^Close/ }).click();
  await expect(row).toBeHidden();
  await expect(seat(table, 1)).toBeHidden();
});

test('a message reaches who plays @once', async ({ page, browser }) => {
  const { table } = await player(browser);
  await lookAfter(page);
  await page.getByLabel('Text').fill('The cellar is flooded.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(table.getByText('The cellar is flooded.').first()).toBeVisible();
});

test('an address is banned and let in again @once', async ({ page, browser }) => {
  const { table } = await player(browser);
  await lookAfter(page);
  await rowOf(page, 'Anna').getByRole('button', { name: /^Ban/ }).click();
  const banned = page.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(banned).toBeVisible();
  await expect(table.getByTestId('banner')).toBeVisible();
  await checkPage(page);
  await banned.getByRole('button', { name: /^Let/ }).click();
  await expect(banned).toBeHidden();
  await table.reload();
  await expect(table.getByTestId('banner')).toBeHidden();
});

test('a stop is shown, and the server ends by itself @once', async ({ page, browser }) => {
  await player(browser);
  await lookAfter(page);
  await page.getByRole('button', { name: 'Stop the server' }).click();
  await expect(page.locator('#status')).toContainText('stopping');
  expect(await house.stopped()).toBe(0);
  await expect(page.getByRole('status')).toContainText('does not answer', { timeout: 10_000 });
});
