/**
 * The second browser: Debian's Firefox, driven over WebDriver BiDi, plays the first steps of both games.
 *
 * Playwright 1.65 cannot open a page in it (`emulation.setMediaFeaturesOverride` is unknown to it), so Puppeteer does.
 * `FIREFOX` names the browser; these tests are left out where it is not installed.
 */
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 640 };

test.skip(!existsSync(FIREFOX), `there is no Firefox at ${FIREFOX}`);

let browser: Browser;

test.beforeAll(async () => {
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en' },
  });
});

test.afterAll(() => browser.close());

/** A page of its own, and what it logged as an error. */
async function open(url: string, viewport: typeof DESKTOP): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.setViewport(viewport);
  await page.goto(url);
  return { page, errors };
}

const press = (page: Page, label: string): Promise<void> => page.locator(`aria/${label}`).click();

/** The middle of the first thing that a selector finds. */
async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const found = await page.waitForSelector(selector, { visible: true });
  const box = await found?.boundingBox();
  if (!box) throw new Error(`${selector} has no place on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const tiles = (page: Page): Promise<number> => page.$$eval('.rack [data-face]', (slots) => slots.length);

test('Firefox plays Rummikub: a tile is taken and thrown', { tag: '@once' }, async ({ baseURL }) => {
  const { page, errors } = await open(baseURL ?? '', DESKTOP);
  await press(page, 'Play with bots: Rummikub');
  await page.locator('.card.source[data-place="pool"]').click();
  await page.locator('.card.zone').wait();
  expect(await tiles(page)).toBe(15);
  const from = await middleOf(page, '.rack [data-face]');
  const to = await middleOf(page, '[data-place="throw"]');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.rack [data-face]').length === 14);
  expect(errors).toEqual([]);
});

test(
  'Firefox deals Tichu on a phone, and changes language and light without a reload',
  { tag: '@once' },
  async ({ baseURL }) => {
    const { page, errors } = await open(baseURL ?? '', PHONE);
    await press(page, 'Play with bots: Tichu');
    await press(page, 'No, deal on');
    await page.locator('::-p-text(Choose a card)').wait();
    expect(await page.$$eval('button[data-card]', (cards) => cards.length)).toBe(14);
    await press(page, 'Settings');
    await page.locator('::-p-text(Deutsch)').click();
    await page.waitForFunction(() => document.documentElement.lang === 'de');
    await page.locator('::-p-text(Abend)').click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(errors).toEqual([]);
  },
);
