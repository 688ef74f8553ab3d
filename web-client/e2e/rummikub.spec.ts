/** Rummikub in the browser, against the real server: whole rounds by mouse, by touch and by keyboard. */
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { arrive, comeIn, openTable, Person, SOON, watchConsole, wayOf } from './people.ts';
import { aim, feed, spare } from './rummikub-helper.ts';

/** A person at the table. */
class Player extends Person {
  get slots(): Locator {
    return this.page.locator('.rack .slot');
  }

  place(place: number | string): Locator {
    return this.page.locator(`[data-place="${place}"]`);
  }

  /** The faces by slot. */
  async tape(): Promise<(string | null)[]> {
    return this.slots.evaluateAll((slots) => slots.map((slot) => (slot as HTMLElement).dataset.face ?? null));
  }

  async rack(): Promise<string[]> {
    return (await this.tape()).filter((face) => face !== null);
  }

  /** Waits for this player to take, or to throw; false when the round is over. */
  async turn(what: 'take' | 'throw'): Promise<boolean> {
    const marked = this.page.locator(what === 'take' ? '.card.source' : '.card.zone').first();
    const over = this.page.locator('.end');
    await expect(marked.or(over).first()).toBeVisible({ timeout: 20_000 });
    return marked.isVisible();
  }

  /** Moves what lies at one place to another, by this player's hand. */
  async move(from: number | string, to: number | string): Promise<void> {
    if (this.way === 'mouse') await this.drag(this.place(from), this.place(to));
    else {
      await this.press(this.place(from));
      await this.press(this.place(to));
    }
  }

  async take(from: 'pool' | 'discards'): Promise<void> {
    const before = (await this.rack()).length;
    if (from === 'pool' && this.way === 'keyboard') await this.page.keyboard.press('d');
    else await this.press(this.place(from));
    await expect.poll(async () => (await this.rack()).length, SOON).toBe(before + 1);
  }

  async throw(face: string): Promise<void> {
    const before = (await this.rack()).length;
    await this.move((await this.tape()).indexOf(face), 'throw');
    await expect.poll(async () => (await this.rack()).length, SOON).toBe(before - 1);
  }

  /** Lays the tiles in this order from the first slot on. */
  async arrange(order: readonly string[]): Promise<void> {
    for (const [slot, face] of order.entries()) {
      const at = (await this.tape()).indexOf(face, slot);
      if (at !== slot) await this.move(at, slot);
    }
    expect((await this.tape()).slice(0, order.length)).toEqual(order);
  }
}

/** Opens a table for two and sits down; answers the invite's link. */
async function open(page: Page): Promise<string> {
  await arrive(page, 'Anna');
  const link = await openTable(page, 'Rummikub', async (dialog) => {
    await dialog.getByLabel('Players').selectOption('2');
    await dialog.getByLabel('Time for a turn').selectOption('0');
  });
  return link;
}

/** A friend on another device, who comes by the link, sits down and is ready. */
async function join(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  watchConsole(page);
  await comeIn(page, link, 'Jan');
  await page.getByRole('button', { name: 'Sit here: seat 2' }).click();
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  return page;
}

/** The player who must take a tile now. */
async function whoTakes(players: readonly Player[]): Promise<Player> {
  for (;;) {
    for (const player of players) {
      if ((await player.page.locator('.card.source').count()) > 0) return player;
    }
    await players[0]?.page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

test('two friends play a round to its end', async ({ browser, page }, info) => {
  test.setTimeout(180_000);
  const anna = new Player(page, wayOf(info.project));
  watchConsole(page);
  const link = await open(page);
  const jan = new Player(await join(browser, link), 'mouse');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(anna.slots).toHaveCount(24);
  await expect(jan.slots).toHaveCount(24);

  /** What Anna collects; both know, as they want to be done. */
  const goal = async (): Promise<string[][] | null> => aim(await anna.rack(), await jan.rack());

  for (let turns = 0; turns < 60; turns += 1) {
    const annaMoves = (await whoTakes([anna, jan])) === anna;
    if (!annaMoves) {
      await jan.take('pool');
      await jan.throw(feed(await jan.rack(), await goal()));
      continue;
    }
    const thrown = await page
      .locator('.source[data-place="discards"]')
      .getAttribute('data-face', { timeout: 100 })
      .catch(() => null);
    const wanted =
      thrown === null ? [] : (aim(await anna.rack(), [...(await jan.rack()), thrown]) ?? []).flat();
    const taken = thrown !== null && wanted.includes(thrown) ? thrown : null;
    await anna.take(taken === null ? 'pool' : 'discards');

    const melds = aim(await anna.rack(), []);
    if (melds !== null) {
      const closing = spare(await anna.rack(), melds, taken);
      await anna.arrange([...melds.flat(), closing]);
      await expect(page.getByText(/^1[45] of 15 in groups$/)).toBeVisible();
      await anna.move(14, 'finish');
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText('Closing discard')).toBeVisible();
      await anna.press(sheet.getByRole('button', { name: 'Declare', exact: true }));
      await expect(page.getByRole('region', { name: 'You win the round' })).toBeVisible();
      await expect(jan.page.getByRole('region', { name: 'Anna wins the round' })).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next round' })).toBeVisible();
      await expect(page.locator('.fairness summary')).toContainText('fair, verified by this device');
      await anna.press(page.getByRole('button', { name: 'Next round' }));
      await jan.page.getByRole('button', { name: 'Next round' }).click();
      await expect(anna.slots).toHaveCount(24);
      expect(await anna.rack()).toHaveLength(14);
      await jan.page.context().close();
      return;
    }
    await anna.throw(spare(await anna.rack(), await goal(), taken));
  }
  throw new Error('nobody has won after 60 turns');
});

test('a reload keeps the arrangement (ux-C9)', async ({ page }, info) => {
  await arrive(page, 'Anna');
  await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
  await expect(page.locator('.rack .slot')).toHaveCount(24);
  const anna = new Player(page, wayOf(info.project));
  await anna.move(0, 22);
  const before = await anna.tape();
  expect(before[22]).not.toBeNull();
  await page.reload();
  await expect(anna.slots).toHaveCount(24);
  // A bot may have played meanwhile, and the clock is off: only I can change my rack.
  expect(await anna.tape()).toEqual(before);
});
