/** Tichu in the browser, against the real server: whole rounds by mouse, by touch and by keyboard. */
import { expect, test, type Locator } from '@playwright/test';
import { another, arrive, comeIn, openTable, Person, seat, SOON, wayOf } from './people.ts';
import { choose } from './tichu-helper.ts';

/** A person at the table. */
class Player extends Person {
  get cards(): Locator {
    return this.page.locator('[data-card]');
  }

  card(card: string): Locator {
    return this.page.locator(`[data-card="${card}"]`);
  }

  async hand(): Promise<string[]> {
    return this.cards.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.card ?? ''));
  }

  /** What the page waits for from this player; null while others act. */
  async asked(): Promise<'grand' | 'exchange' | 'gift' | 'turn' | 'over' | null> {
    return this.page.evaluate(() => {
      const has = (selector: string): boolean => document.querySelector(selector) !== null;
      if (has('.tichu .end')) return 'over';
      if (!has('.seat.mine .turn')) return null;
      if (has('.places')) return 'exchange';
      const title = document.querySelector('.choice h2')?.textContent ?? '';
      if (title.startsWith('Grand')) return 'grand';
      if (title.startsWith('Who gets')) return 'gift';
      return has('.bar') ? 'turn' : null;
    });
  }

  async exchange(): Promise<void> {
    const [low = '', other = '', high = ''] = [
      ...(await this.hand()).slice(0, 2),
      (await this.hand()).at(-1),
    ];
    for (const [card, side] of [
      [low, 'left'],
      [high, 'partner'],
      [other, 'right'],
    ] as const) {
      await this.press(this.card(card));
      await this.press(this.page.locator(`[data-side="${side}"]`));
      await expect(this.page.locator(`.hand [data-card="${card}"]`)).toHaveCount(0);
    }
    await this.press(this.button('Confirm'));
    await expect(this.button('Confirm')).toHaveCount(0);
  }

  /** All that changes when somebody does something. */
  private async stand(): Promise<string> {
    return this.page.evaluate(() => {
      const seats = [...document.querySelectorAll('.tichu .chip')].map(
        (chip) => `${chip.className} ${chip.textContent}`,
      );
      const top = document.querySelector<HTMLElement>('.tichu .top')?.dataset.cards;
      const cards = document.querySelectorAll('[data-card]').length;
      return [...seats, top, cards, document.querySelector('.tichu .felt, .tichu .end')?.className].join('|');
    });
  }

  /** Plays or passes on turn, and waits for the server's answer. */
  async act(): Promise<void> {
    const before = await this.stand();
    const shown = await this.page.evaluate(() => {
      const top = document.querySelector<HTMLElement>('.trick:not(.over) .top');
      return {
        hand: [...document.querySelectorAll<HTMLElement>('[data-card]')].map((one) => one.dataset.card ?? ''),
        top: top?.dataset.cards?.split(' ') ?? [],
        wish: /: (\w+)/.exec(document.querySelector('.felt .mark')?.textContent ?? '')?.[1] ?? null,
        caption: top?.textContent ?? '',
      };
    });
    const wish = shown.wish === '10' ? 'T' : shown.wish;
    const chosen = choose({ ...shown, wish }, shown.caption);
    if (chosen === null) {
      await this.press(this.button('Pass'));
    } else {
      for (const card of chosen) await this.press(this.card(card));
      const play = this.page.locator('.tichu .play');
      // A bomb may fall while the cards are raised; then all is thought over.
      const unavailable = (): Promise<boolean> => play.evaluate((one) => one.matches('[aria-disabled]'));
      await expect
        .poll(async () => !(await unavailable()) || (await this.stand()) !== before, SOON)
        .toBe(true);
      if (await unavailable()) {
        await this.page.keyboard.press('Escape');
        return;
      }
      if (this.way === 'keyboard') await this.page.keyboard.press('Enter');
      else await this.press(play);
      await this.answer();
    }
    await expect.poll(() => this.stand(), SOON).not.toBe(before);
  }

  /** Answers what the Phoenix is and what is wished for, if it is asked. */
  async answer(): Promise<void> {
    for (const title of ['What is the Phoenix?', 'Wish for a rank']) {
      const dialog = this.page.getByRole('dialog', { name: title });
      if (!(await dialog.isVisible())) continue;
      const options = dialog.locator('.options button');
      await expect(options.first()).toBeFocused();
      if (this.way !== 'keyboard') await this.press(options.nth(title.startsWith('Wish') ? 6 : 0));
      else {
        for (let step = 0; title.startsWith('Wish') && step < 6; step += 1)
          await this.page.keyboard.press('ArrowRight');
        await this.page.keyboard.press('Enter');
      }
      await expect(dialog).toBeHidden();
    }
  }
}

test('two friends and two bots play a round to its end', async ({ browser, page }, info) => {
  test.setTimeout(240_000);
  const anna = new Player(page, wayOf(info.project));
  await arrive(page, 'Anna');
  const link = await openTable(page, 'Tichu', async (dialog) => {
    await dialog.getByLabel('Time for a turn').selectOption({ label: 'No limit' });
  });
  const jan = new Player(await another(browser, page), 'mouse');
  await comeIn(jan.page, link, 'Jan');
  await seat(jan.page, 2).getByRole('button', { name: 'Sit here: seat 2' }).click();
  await expect(seat(page, 2)).toContainText('Jan');
  await page.getByRole('button', { name: 'Fill with bots' }).click();
  await jan.page.getByRole('button', { name: 'Ready', exact: true }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(anna.cards).toHaveCount(8);

  let reloaded = false;

  for (;;) {
    const asked = await anna.asked();
    if (asked === 'over' && (await jan.asked()) === 'over') break;
    for (const player of [anna, jan]) {
      switch (await player.asked()) {
        case 'grand':
          await player.press(player.button('No, deal on'));
          await expect(player.button('No, deal on')).toHaveCount(0);
          break;
        case 'exchange':
          await player.exchange();
          break;
        case 'gift':
          await player.press(player.button(/^Give to/).first());
          break;
        case 'turn':
          if (player === anna && !reloaded) {
            reloaded = true;
            await reload(anna);
          }
          await player.act();
          break;
        default:
      }
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  // Both devices took part in the shuffle, and checked what they saw of the round: Anna's was loaded anew (fair-shuffles.md).
  await expect(jan.page.locator('.fairness summary')).toContainText('fair, verified by this device');
  await expect(page.locator('.fairness summary')).toContainText('fair, as far as this device saw it');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Next round' })).toBeVisible();
  await anna.press(page.getByRole('button', { name: 'Next round' }));
  await jan.page.getByRole('button', { name: 'Next round' }).click();
  await expect(anna.cards).toHaveCount(8);
  await jan.page.context().close();
});

/** Reloads in the middle of a round: hand and own order are there again (ux-C9). */
async function reload(player: Player): Promise<void> {
  const [first = '', second = '', ...rest] = await player.hand();
  await player.card(second).focus();
  await player.page.keyboard.press('Alt+ArrowLeft');
  const order = [second, first, ...rest];
  expect(await player.hand()).toEqual(order);
  await player.page.reload();
  await expect(player.cards).toHaveCount(order.length);
  expect(await player.hand()).toEqual(order);
}
