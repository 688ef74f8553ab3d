/** Rummikub in the browser, against the real server: whole rounds by mouse, by touch and by keyboard. */
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { arrive, checkPage, comeIn, openTable, Person, watchConsole, wayOf } from './people.ts';
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
    await expect.poll(async () => (await this.rack()).length).toBe(before + 1);
  }

  async throw(face: string): Promise<void> {
    const before = (await this.rack()).length;
    await this.move((await this.tape()).indexOf(face), 'throw');
    await expect.poll(async () => (await this.rack()).length).toBe(before - 1);
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

  const inspected = new Set<string>();
  const look = async (phase: string): Promise<void> => {
    if (inspected.has(phase)) return;
    inspected.add(phase);
    await test.step(phase, () => checkPage(page));
  };

  /** What Anna collects; both know, as they want to be done. */
  const goal = async (): Promise<string[][] | null> => aim(await anna.rack(), await jan.rack());

  for (let turns = 0; turns < 60; turns += 1) {
    const annaMoves = (await whoTakes([anna, jan])) === anna;
    if (!annaMoves) {
      await look('the other takes');
      await jan.take('pool');
      await look('the other throws');
      await jan.throw(feed(await jan.rack(), await goal()));
      continue;
    }

    await look('take');
    const thrown = await page
      .locator('.source[data-place="discards"]')
      .getAttribute('data-face', { timeout: 100 })
      .catch(() => null);
    const wanted =
      thrown === null ? [] : (aim(await anna.rack(), [...(await jan.rack()), thrown]) ?? []).flat();
    const taken = thrown !== null && wanted.includes(thrown) ? thrown : null;
    await anna.take(taken === null ? 'pool' : 'discards');
    await look('throw');

    const melds = aim(await anna.rack(), []);
    if (melds !== null) {
      const closing = spare(await anna.rack(), melds, taken);
      await anna.arrange([...melds.flat(), closing]);
      await expect(page.getByText(/^1[45] of 15 in groups$/)).toBeVisible();
      await anna.move(14, 'finish');
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText('Closing discard')).toBeVisible();
      await look('declare');
      await anna.press(sheet.getByRole('button', { name: 'Declare', exact: true }));
      await expect(page.getByRole('region', { name: 'You win the round' })).toBeVisible();
      await expect(jan.page.getByRole('region', { name: 'Anna wins the round' })).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next round' })).toBeVisible();
      await look('round over');
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

test.describe('alone with bots', () => {
  test.beforeEach(async ({ page }) => {
    await arrive(page, 'Anna');
    await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
    await expect(page.locator('.rack .slot')).toHaveCount(24);
  });

  test('all slots and buttons are on the screen, large enough, and nothing scrolls (ux-C6, ux-R1)', async ({
    page,
  }) => {
    const boxes = await page.locator('.rack .slot, .card, .sorter').evaluateAll((all) =>
      all.map((one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        return { left, top, right, bottom, width, height, card: !one.matches('.slot') };
      }),
    );
    expect(boxes).toHaveLength(24 + 4 + 3);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    for (const box of boxes) {
      expect(
        box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
        JSON.stringify(box),
      ).toBe(true);
      const least = box.card ? 44 : 24;
      expect(Math.min(box.width, box.height), JSON.stringify(box)).toBeGreaterThanOrEqual(least);
    }
    const rows = new Set(boxes.filter((box) => !box.card).map((box) => Math.round(box.top)));
    expect(rows.size).toBe(width < 560 ? 3 : 2);
  });

  test('a reload keeps the arrangement (ux-C9)', async ({ page }, info) => {
    const anna = new Player(page, wayOf(info.project));
    await anna.move(0, 22);
    const before = await anna.tape();
    expect(before[22]).not.toBeNull();
    await page.reload();
    await expect(anna.slots).toHaveCount(24);
    // A bot may have played meanwhile, and the clock is off: only I can change my rack.
    expect(await anna.tape()).toEqual(before);
  });

  test('a tile dragged by touch follows the finger (ux-C4)', async ({ page, hasTouch }) => {
    test.skip(!hasTouch, 'a mouse has no finger');
    const anna = new Player(page, 'touch');
    const face = (await anna.tape())[0];
    await anna.drag(anna.place(0), anna.place(20));
    await expect.poll(async () => (await anna.tape())[20]).toBe(face);
    await expect(page.locator('.rack [aria-pressed="true"]')).toHaveCount(0);
  });

  test.describe('in stillness', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('nothing moves for those who asked for stillness (ux-C19)', async ({ page }) => {
      const anna = new Player(page, 'mouse');
      await anna.turn('take');
      for (const act of [() => anna.move(0, 22), () => page.keyboard.press('n'), () => anna.take('pool')]) {
        await act();
        const moving = await page.evaluate(() =>
          document
            .getAnimations()
            .filter((each) => each.playState === 'running')
            .map(({ effect }) => (effect as KeyframeEffect).target?.className),
        );
        expect(moving).toEqual([]);
      }
    });
  });

  test('in Ukrainian no text is cut off, in the light and in the dark (ux-C16)', async ({ page }) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Українська' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Ваша підставка' })).toBeVisible();
    const cut = await page
      .locator('.verb, .counter, .sorter, .word, .mark .text')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .map((one) => one.textContent),
      );
    expect(cut).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await test.step(colorScheme, () => checkPage(page));
    }
  });
});
