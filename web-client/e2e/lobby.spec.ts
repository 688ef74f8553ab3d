/** The way to a table: landing, creating, inviting, waiting, talking, coming back. */
import { expect, test } from '@playwright/test';
import { another, arrive, checkPage, comeIn, openTable, openTalk, seat, watchConsole } from './people.ts';

test.beforeEach(({ page }) => watchConsole(page));

test('the landing page is accessible in both lights and both languages', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Open tables' })).not.toContainText('One moment');
  await checkPage(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await checkPage(page);
  await page.getByLabel('Evening').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await checkPage(page);
  await page.getByLabel('Українська').check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await page.getByRole('button', { name: 'Закрити' }).click();
  await expect(page.getByRole('button', { name: 'Грати з ботами: Tichu' })).toBeVisible();
  await checkPage(page);
  // Both choices outlive a reload.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('nothing scrolls sideways on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await arrive(page, 'Anna');
  await checkPage(page);
  await openTable(page, 'Tichu');
  await checkPage(page);
});

test('a friend comes in by the link, sits, is still there after a reload, and they begin', async ({
  page,
  browser,
}) => {
  await arrive(page, 'Anna');
  const link = await openTable(page, 'Rummikub');
  await expect(seat(page, 1)).toContainText('Anna');
  await checkPage(page);

  const friend = await another(browser, page);
  await friend.goto(link);
  await checkPage(friend);
  await comeIn(friend, link, 'Jan');
  await seat(friend, 2).getByRole('button', { name: 'Sit here: seat 2' }).click();
  await expect(seat(page, 2)).toContainText('Jan');
  await friend.reload();
  await expect(seat(friend, 2)).toContainText('Jan');
  await expect(seat(friend, 2)).toContainText('you');
  await friend.getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(seat(page, 2)).toContainText('ready');
  await checkPage(friend);

  await seat(page, 3).getByRole('button', { name: 'Bot: seat 3' }).click();
  await expect(page.getByTestId('status')).toHaveText('Everybody is ready: press “Start”');
  await page.getByRole('button', { name: 'Start' }).click();
  for (const each of [page, friend]) await expect(each.getByRole('button', { name: 'Scores' })).toBeVisible();
  await friend.context().close();
});

test('the code opens the door, a wrong one says so', async ({ page, browser }) => {
  await arrive(page, 'Anna');
  await openTable(page, 'Tichu');
  const code = (await page.getByTestId('invite-code').textContent()) ?? '';
  const friend = await another(browser, page);
  await arrive(friend, 'Jan');
  const field = friend.getByLabel('Invite code');
  await field.fill('0000-0000-0000');
  await field.press('Enter');
  await expect(friend.getByText('No room has this code.').first()).toBeVisible();
  // As people type it: without hyphens, in small letters.
  await field.fill(code.replaceAll('-', '').toLowerCase());
  await field.press('Enter');
  await expect(friend).toHaveURL(/#\/room\//);
  await friend.context().close();
});

test('an open table is listed and can be joined', async ({ page, browser }, { project }) => {
  const host = `Host ${project.name}`;
  await arrive(page, host);
  await openTable(page, 'Tichu', async (dialog) => {
    await checkPage(page);
    await dialog.getByLabel('Show in the list of open tables').check();
    await dialog.getByLabel('Time for a turn').selectOption({ label: 'No limit' });
  });
  await expect(page.getByText('Time for a turn: No limit')).toBeVisible();
  const friend = await another(browser, page);
  await arrive(friend, 'Jan');
  await friend.getByRole('button', { name: `Come in: ${host}` }).click();
  await expect(friend).toHaveURL(/#\/room\//);
  await expect(page.getByRole('main')).toContainText('Jan');
  await friend.context().close();
});

test('chat is text and never markup, and counts as unread until it is seen', async ({ page, browser }) => {
  await arrive(page, 'Anna');
  const link = await openTable(page, 'Rummikub');
  const friend = await another(browser, page);
  await comeIn(friend, link, '<i>Jan</i>');
  await openTalk(friend);
  const message = '<img src=x onerror="document.title=1"> & <b>hi</b>';
  await friend.getByLabel('Message').fill(message);
  await friend.getByLabel('Message').press('Enter');
  await expect(friend.getByText(message)).toBeVisible();
  await checkPage(friend);
  const opener = page.getByRole('button', { name: /1 new message/ });
  if ((page.viewportSize()?.width ?? 0) < 1100) await opener.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText('<i>Jan</i>').first()).toBeVisible();
  await expect(page).not.toHaveTitle('1');
  await friend.context().close();
});

test('a second tab takes the seat over, and the first can take it back', async ({ page, context }) => {
  await arrive(page, 'Anna');
  await openTable(page, 'Rummikub');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(seat(second, 1)).toContainText('Anna');
  await expect(page.getByRole('dialog', { name: 'You are playing in another tab' })).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Take over here' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(second.getByRole('dialog', { name: 'You are playing in another tab' })).toBeVisible();
});

test('a lost line shows a banner that covers nothing and goes by itself (ux-C7)', async ({
  page,
  context,
}) => {
  await arrive(page, 'Anna');
  await openTable(page, 'Rummikub');
  await openTalk(page);
  await page.getByLabel('Message').fill('a draft');
  const before = await page.getByRole('main').boundingBox();
  await context.setOffline(true);
  await expect(page.getByTestId('banner')).toContainText('Reconnecting', { timeout: 3_000 });
  expect(await page.getByRole('main').boundingBox()).toEqual(before);
  await context.setOffline(false);
  await expect(page.getByTestId('banner')).toBeHidden();
  await expect(page.getByLabel('Message')).toHaveValue('a draft');
});

test('leaving asks once, and the link leads back', async ({ page }) => {
  await arrive(page, 'Anna');
  const link = await openTable(page, 'Tichu');
  await page.getByRole('button', { name: 'Lobby and leaving' }).click();
  await checkPage(page);
  await page.getByRole('button', { name: 'To the lobby, I come back' }).click();
  await page.getByRole('link', { name: 'Go on: Anna' }).click();
  await expect(page).toHaveURL(/#\/room\//);
  await page.getByRole('button', { name: 'Lobby and leaving' }).click();
  await page.getByRole('button', { name: 'Leave for good' }).click();
  await expect(page.getByRole('heading', { name: 'Have a code?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go on: Anna' })).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByText('No room has this code.')).toBeVisible();
});

for (const game of ['Rummikub', 'Tichu']) {
  test(`one press leads to a ${game} table with bots`, async ({ page }) => {
    await arrive(page, 'Anna');
    await page.getByRole('button', { name: `Play with bots: ${game}` }).click();
    await expect(page.getByRole('button', { name: 'Scores' })).toBeVisible();
    await expect(page.getByTestId('status')).not.toBeEmpty();
    await page.getByRole('button', { name: 'Scores' }).click();
    await expect(page.getByRole('dialog', { name: 'Scores' })).toBeVisible();
    await checkPage(page);
  });
}
