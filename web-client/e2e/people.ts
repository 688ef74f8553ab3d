/** What people do, in words: shared by all browser tests. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Browser, type CDPSession, type Locator, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rule sets that a page must pass (ux-C14). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Checks the page as it stands with axe, and that nothing scrolls sideways or is cut off (ux-C6, C14, C16). */
export async function checkPage(page: Page): Promise<void> {
  // A page whose texts are still on their way has nothing to be looked at.
  await page.locator('main').first().waitFor();
  // What is still fading in has not its colours yet.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
  // The server's policy allows no foreign script; the debugger may run one all the same.
  // Its value is all of axe, which nobody wants sent.
  await page.evaluate(`${AXE};0`);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: tags })).violations;
  }, TAGS);
  const told = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
  expect(told).toEqual([]);
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, .button')]
      .filter((button) => button.scrollWidth > button.clientWidth + 1)
      .map((button) => button.outerHTML),
  );
  expect(clipped, 'buttons whose text is cut off').toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}

/** Fails the test when the page logs an error, as it does when the policy blocks something. */
export function watchConsole(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text())) {
      throw new Error(message.text());
    }
  });
}

/** How a poll waits for what takes a few milliseconds, and may be asked for a hundred times in a round. */
export const SOON = { intervals: [10, 20, 20, 50, 100] };

/** Another person: a browser context of its own, with the same kind of screen. */
export async function another(browser: Browser, like: Page): Promise<Page> {
  const viewport = like.viewportSize();
  const phone = viewport !== null && viewport.width < 1000;
  const context = await browser.newContext({
    viewport,
    hasTouch: phone,
    isMobile: phone,
    locale: 'en-GB',
    ...(new URL(like.url()).origin !== 'null' && { baseURL: new URL(like.url()).origin }),
  });
  const page = await context.newPage();
  watchConsole(page);
  return page;
}

/** Goes to the landing page and says a name. */
export async function arrive(page: Page, name: string): Promise<void> {
  await page.goto('/');
  const field = page.getByLabel('Your name');
  await field.fill(name);
  await field.press('Tab');
}

/** Opens a table and answers with the invite link. */
export async function openTable(
  page: Page,
  game: 'Rummikub' | 'Tichu',
  choose: (dialog: Locator) => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('button', { name: `New table: ${game}` }).click();
  const dialog = page.getByRole('dialog', { name: `New table: ${game}` });
  await choose(dialog);
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/#\/room\//);
  return page.getByLabel('Link', { exact: true }).inputValue();
}

/** Comes in by an invite link as a guest. */
export async function comeIn(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page).toHaveURL(/#\/room\//);
}

/** The list item of a seat, counted from 1. */
export function seat(page: Page, number: number): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `Seat ${number}:` });
}

/** Opens chat and log where they are not beside the table. */
export async function openTalk(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /Chat and log/ });
  if (await opener.isVisible()) await opener.click();
}

/** How a player acts: the desktop's by mouse, the upright phone's by touch, the other phone's by keyboard alone. */
export type Way = 'mouse' | 'touch' | 'keyboard';
const WAYS: Record<string, Way> = { desktop: 'mouse', phone: 'touch', landscape: 'keyboard' };
export const wayOf = (project: { name: string }): Way => WAYS[project.name] ?? 'mouse';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A person at a table, who presses and drags in one way. */
export class Person {
  #touch: CDPSession | null = null;

  constructor(
    readonly page: Page,
    readonly way: Way,
  ) {}

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Presses near the upper left corner, where a card that others overlap can be seen. */
  async press(target: Locator): Promise<void> {
    const position = { x: 12, y: 12 };
    if (this.way === 'touch') await target.tap({ position });
    else if (this.way === 'mouse') await target.click({ position });
    else {
      await target.focus();
      await this.page.keyboard.press('Space');
    }
  }

  /** Lifts a thing and moves it to a point; `drop` lets it go. A keyboard drags nothing: here it takes the mouse. */
  async lift(what: Locator, to: Point): Promise<{ drop: () => Promise<void> }> {
    const box = await what.boundingBox();
    if (box === null) throw new Error('nothing to lift');
    const from = { x: box.x + 12, y: box.y + 16 };
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (this.way !== 'touch') {
      const { mouse } = this.page;
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move(half.x, half.y, { steps: 2 });
      await mouse.move(to.x, to.y, { steps: 2 });
      return { drop: () => mouse.up() };
    }
    this.#touch ??= await this.page.context().newCDPSession(this.page);
    const session = this.#touch;
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: Point | null): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [at] });
    await send('touchStart', from);
    await send('touchMove', half);
    await send('touchMove', to);
    return {
      drop: async () => {
        // A finger that stops before it lifts: otherwise the browser takes the next tap for the end of a fling.
        await this.page.waitForTimeout(150);
        await send('touchMove', { x: to.x + 1, y: to.y });
        await this.page.waitForTimeout(150);
        await send('touchEnd', null);
      },
    };
  }

  async drag(what: Locator, to: Locator | Point): Promise<void> {
    const { drop } = await this.lift(what, 'x' in to ? to : await centreOf(to));
    await drop();
  }
}

export async function centreOf(what: Locator): Promise<Point> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('nothing there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
