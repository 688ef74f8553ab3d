/** The way to a table: landing, creating, inviting, waiting, talking, coming back. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { another, arrive, checkPage, comeIn, openTable, openTalk, seat, watchConsole } from './people.ts';

/** Does not depend on the screen: tested on the desktop alone. */
const ONCE = { tag: '@once' };

test.beforeEach(({ page }) => watchConsole(page));

test('the landing page is accessible in both lights and other languages (ux-C14, ux-C16, ux-C20)', async ({
  page,
}) => {
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

test('nothing scrolls sideways on the narrowest phone (ux-C6)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await arrive(page, 'Anna');
  await checkPage(page);
  await openTable(page, 'Tichu');
  await checkPage(page);
});

test('a friend comes in by the link, sits, is still there after a reload, and they begin (ux-C9, ux-C10)', async ({
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

test('the code opens the door, a wrong one says so', ONCE, async ({ page, browser }) => {
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

test('an open table is listed and can be joined', ONCE, async ({ page, browser }, { project }) => {
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

test(
  'chat is text and never markup, and counts as unread until it is seen (ux-C21)',
  ONCE,
  async ({ page, browser }) => {
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
  },
);

test(
  'a second tab takes the seat over, and the first can take it back (ux-C9)',
  ONCE,
  async ({ page, context }) => {
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
  },
);

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

/** Goes on by Tab to a control, as somebody without a mouse does, and sees where the focus is. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const there = (): Promise<boolean> => control.evaluate((one) => one === document.activeElement);
  await control.waitFor();
  for (let presses = 0; presses < 60 && !(await there()); presses += 1) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
  expect(await control.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe('none');
}

test(
  'a table is made, filled, begun and left by the keyboard alone (ux-C4, ux-C25)',
  ONCE,
  async ({ page }) => {
    const press = async (control: Locator): Promise<void> => {
      await tabTo(page, control);
      await page.keyboard.press('Enter');
    };
    await page.goto('/');
    await tabTo(page, page.getByLabel('Your name'));
    await page.keyboard.type('Anna');
    await press(page.getByRole('button', { name: 'New table: Rummikub' }));
    const dialog = page.getByRole('dialog', { name: 'New table: Rummikub' });
    await tabTo(page, dialog.getByLabel('Players'));
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByLabel('Players')).toHaveValue('2');
    await press(dialog.getByRole('button', { name: 'Open the table' }));
    await press(seat(page, 2).getByRole('button', { name: 'Bot: seat 2' }));
    await expect(seat(page, 2)).toContainText('bot');
    await press(page.getByRole('button', { name: 'Start', exact: true }));
    await expect(page.getByRole('group', { name: 'Your rack' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Lobby and leaving' }));
    await press(page.getByRole('button', { name: 'Leave for good' }));
    await expect(page.getByRole('heading', { name: 'Have a code?' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go on: Anna' })).toHaveCount(0);
  },
);

test('leaving asks once, and the link leads back (ux-C24)', async ({ page }) => {
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

test(
  'an invitation is two presses away, as link, code and picture (ux-C10)',
  ONCE,
  async ({ page, context, browser }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await arrive(page, 'Anna');
    await openTable(page, 'Tichu');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('The link is copied.').first()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const code = (await page.getByTestId('invite-code').textContent()) ?? '?';
    expect(link).toContain(`#/join/${code}`);
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the invite link' })).toBeVisible();
    // Whoever comes when the table is full may watch, and the players see how many do (ux-C22).
    await page.getByRole('button', { name: 'Fill with bots' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('button', { name: 'Scores' })).toBeVisible();
    const guest = await another(browser, page);
    await comeIn(guest, link, 'Jan');
    await expect(guest.getByRole('button', { name: 'Scores' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('1 spectator');
    await guest.context().close();
  },
);

test(
  'whoever watches sees the table within two seconds and nobody’s tiles (ux-C22)',
  ONCE,
  async ({ page, browser }) => {
    await arrive(page, 'Anna');
    const link = await openTable(page, 'Rummikub', async (dialog) => {
      await dialog.getByLabel('Time for a turn').selectOption({ label: 'No limit' });
    });
    await page.getByRole('button', { name: 'Fill with bots' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    const rack = page.getByRole('group', { name: 'Your rack' });
    await expect(rack).toBeVisible();
    const guest = await another(browser, page);
    const frames: string[] = [];
    guest.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
    );
    await comeIn(guest, link, 'Jan');
    await expect(guest.getByTestId('status')).toBeVisible({ timeout: 2_000 });
    await expect(guest.getByRole('group', { name: 'Your rack' })).toHaveCount(0);
    // Nor does the line carry what the page does not show.
    await expect.poll(() => frames.some((frame) => frame.includes('"type":"snapshot"'))).toBe(true);
    for (const frame of frames) expect(frame).not.toMatch(/"rack":\["/);
    await guest.context().close();
  },
);

test('every language is there without a reload, and fits the page (ux-C16)', ONCE, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  for (const [name, tag, word] of [
    ['Deutsch', 'de', 'Mit Bots spielen'],
    ['Română', 'ro', 'Joacă cu boți'],
    ['Türkçe', 'tr', 'Botlarla oyna'],
    ['Українська', 'uk', 'Грати з ботами'],
    ['English', 'en', 'Play with bots'],
  ] as const) {
    await page.locator('header .icon').last().click();
    await page.getByLabel(name).check();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `${word}: Tichu` })).toBeVisible();
    await checkPage(page);
  }
});

for (const game of ['rummikub', 'tichu']) {
  test(`the rules of ${game} are accessible, with their pictures (ux-C14, ux-C13)`, async ({ page }) => {
    await page.goto(`/#/rules/${game}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await checkPage(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkPage(page);
    const narrow = await page
      .getByRole('figure')
      .evaluateAll((all) =>
        all.filter((figure) => figure.scrollWidth > figure.clientWidth).map((figure) => figure.textContent),
      );
    expect(narrow, 'pictures that do not fit their frame').toEqual([]);
  });
}

for (const game of ['Rummikub', 'Tichu']) {
  test(`one press leads to a ${game} table with bots (ux-C1, ux-C15)`, async ({ page }) => {
    await arrive(page, 'Anna');
    await page.getByRole('button', { name: `Play with bots: ${game}` }).click();
    await expect(page.getByRole('button', { name: 'Scores' })).toBeVisible();
    await expect(page.getByTestId('status')).not.toBeEmpty();
    await page.getByRole('button', { name: 'Scores' }).click();
    await expect(page.getByRole('dialog', { name: 'Scores' })).toBeVisible();
    await checkPage(page);
    await page.keyboard.press('Escape');
    if (game === 'Tichu') return;
    // The turn is told in the title, in the status line, by a mark on the seat, and spoken (ux-C1).
    await expect(page).toHaveTitle(/^▶ Your turn – /, { timeout: 15_000 });
    await expect(page.getByTestId('status')).toContainText('Take a tile');
    await expect(page.getByRole('main').getByText('on turn: you')).toHaveCount(1);
  });
}

for (const game of ['rummikub', 'tichu']) {
  test(`a first round of ${game} is guided, and the guide covers no button`, async ({ page }) => {
    await page.goto(`/#/rules/${game}`);
    await page.getByRole('link', { name: 'Learn by playing' }).click();
    const guide = page.getByRole('complementary', { name: 'Guide' });
    await expect(guide).toContainText('Welcome!', { timeout: 15_000 });
    await checkPage(page);
    const card = await guide.locator('.card').boundingBox();
    const hand = await page
      .getByRole('group', { name: game === 'tichu' ? 'Your hand' : 'Your rack' })
      .first()
      .boundingBox();
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(hand?.y ?? 0);
    await guide.getByRole('button', { name: 'Got it' }).click();
    await expect(guide).not.toContainText('Welcome!');
  });
}
