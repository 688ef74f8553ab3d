/** What must not hang on one sense or one hand: colour, touch, size, the right hand. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { holding, viewOf } from '../src/rummikub/fixtures.ts';
import { cards, sampleView } from '../src/tichu/sample.ts';
import { checkPage } from './people.ts';
import { four, onTurn, sceneOf } from './scenes.ts';
import { Stage } from './stage.ts';

/** Does not depend on the screen: tested on the desktop alone. */
const ONCE = { tag: '@once' };

/** Draws all suits and colours with one ink, which is more than any eye or any screen takes away. */
async function oneInk(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const name of all) document.documentElement.style.setProperty(name, '#222');
  }, names);
}

/** What one face looks like, each drawn alone on the same spot. */
async function lookOf(faces: Locator, at: number): Promise<string> {
  await faces.nth(at).evaluate((face) => {
    const shown = face.cloneNode(true) as SVGElement;
    let spot = document.getElementById('spot');
    if (spot === null) {
      spot = document.body.appendChild(document.createElement('div'));
      spot.id = 'spot';
      spot.style.cssText =
        'position: fixed; z-index: 99; inset: 0 auto auto 0; width: 80px; height: 120px; background: white';
    }
    shown.style.width = '80px';
    spot.replaceChildren(shown);
  });
  const clip = { x: 0, y: 0, width: 80, height: 120 };
  return (await faces.page().screenshot({ clip, animations: 'disabled' })).toString('base64');
}

/** Fails when two of the faces look the same; the first is looked at twice, so that a picture is known to be steady. */
async function allDiffer(faces: Locator, count: number): Promise<void> {
  await expect(faces).toHaveCount(count);
  const looks: string[] = [];
  for (let at = 0; at < count; at += 1) looks.push(await lookOf(faces, at));
  expect(await lookOf(faces, 0)).toBe(looks[0]);
  expect(new Set(looks).size).toBe(count);
}

test('the suits of Tichu are told apart without colour (ux-C13)', ONCE, async ({ page }) => {
  const hand = cards('9j 9s 9p 9t Kj Ks Kp Kt Aj As Ap At');
  await Stage.open(page, sceneOf(sampleView({ hand, phase: onTurn(0, '1: 4j 4s') })));
  await oneInk(page, ['--suit-jade', '--suit-sword', '--suit-pagoda', '--suit-star']);
  await allDiffer(page.locator('[data-card] svg.card'), hand.length);
});

test('the colours of Rummikub are told apart without colour (ux-C13)', ONCE, async ({ page }) => {
  const rack = 'R7 O7 B7 K7 R1 O1 B1 K1 R13 O13 B13 K13 J R9'.split(' ');
  await Stage.open(page, sceneOf(viewOf({ rack })));
  await oneInk(page, ['--tile-red', '--tile-orange', '--tile-blue', '--tile-black']);
  await allDiffer(page.locator('.rack svg.tile'), rack.length);
});

test('nothing is told by colour alone, in forced colours too (ux-C13)', ONCE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
  await expect(page.locator('[data-card]')).toHaveCount(14);
  // Each suit has a shape of its own, and each card its name.
  const shapes = await page
    .locator('[data-card] .index .suit')
    .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('d'))).size);
  expect(shapes).toBe(4);
  for (const card of await page.locator('[data-card]').all()) await expect(card).toHaveAccessibleName(/\S/);
  await page.locator('[data-card="9s"]').click({ position: { x: 10, y: 10 } });
  const raised = page.locator('[data-card="9s"] .face');
  await expect(raised).toHaveCSS('outline-style', 'solid');
  const lying = (await page.locator('[data-card="5j"]').boundingBox())?.y ?? 0;
  await expect.poll(async () => (await raised.boundingBox())?.y ?? lying).toBeLessThan(lying);
  await expect(page.locator('.seat.mine .arrow svg')).toBeVisible();
});

test('the states of a Rummikub table have words and signs (ux-C13)', ONCE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const stage = await Stage.open(page, sceneOf(four(viewOf())));
  const mine = page.locator('li[data-seat="0"]');
  await expect(mine.locator('.mark svg')).toBeVisible();
  await expect(page.locator('li[data-seat="1"] .mark svg')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pool/ })).toContainText('Take');
  await expect(page.locator('.rack')).toContainText('run');
  await page.locator('[data-place="0"]').click();
  await expect(page.locator('[data-place="0"]')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  stage.set(sceneOf(four(holding('J'))));
  await expect(page.locator('.rack')).toContainText('new');
  await expect(page.getByRole('button', { name: /^Declare/ })).toContainText('Everything fits');
});

for (const [game, scene, thing, other] of [
  ['Tichu', () => sceneOf(sampleView()), '[data-card="5j"]', '[data-card="9s"]'],
  ['Rummikub', () => sceneOf(viewOf()), '[data-place="0"]', '[data-place="5"]'],
] as const) {
  test(
    `${game}: a tick when something is picked up, and none for those who want none (ux-C28)`,
    ONCE,
    async ({ page }) => {
      await page.addInitScript(() => {
        const ticks: unknown[] = [];
        Object.assign(globalThis, { ticks });
        navigator.vibrate = (pattern: unknown) => ticks.push(pattern) > 0;
      });
      const ticks = (): Promise<number> =>
        page.evaluate(() => (globalThis as unknown as { ticks: unknown[] }).ticks.length);
      const at = { position: { x: 10, y: 10 } };
      await Stage.open(page, scene());
      // By a press: once for what is picked up, not for what is put back.
      await page.locator(thing).click(at);
      expect(await ticks()).toBe(1);
      await page.locator(thing).click(at);
      expect(await ticks()).toBe(1);
      // By a drag: once, however far it goes.
      await page.locator(other).hover(at);
      await page.mouse.down();
      await page.mouse.move(300, 300, { steps: 5 });
      expect(await ticks()).toBe(2);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('A tick in the hand when something is picked up').uncheck();
      await page.keyboard.press('Escape');
      await page.locator(thing).click(at);
      expect(await ticks()).toBe(2);
    },
  );
}

test(
  'large print is larger, and the left hand finds the buttons on its side (ux-C28)',
  ONCE,
  async ({ page }) => {
    await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
    const height = (): Promise<number> =>
      page.locator('[data-card="5j"] .index').evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    const pass = page.getByRole('button', { name: 'Pass', exact: true });
    const play = page.locator('.bar .play');
    expect((await pass.boundingBox())?.x).toBeLessThan((await play.boundingBox())?.x ?? 0);
    await page.evaluate(() => {
      localStorage.setItem('parlour.big_print', 'on');
      localStorage.setItem('parlour.left_handed', 'on');
    });
    await page.reload();
    await expect(page.locator('[data-card]')).toHaveCount(14);
    expect(await height()).toBeGreaterThan(before * 1.3);
    expect((await pass.boundingBox())?.x).toBeGreaterThan((await play.boundingBox())?.x ?? 0);
    await checkPage(page);
  },
);
