/** The Tichu table on a stage: what each phase shows and asks, on every screen (ux-T…). */
import { expect, test, type Locator } from '@playwright/test';
import type { TichuEvent, TichuView } from '../src/protocol/types.ts';
import { cards, exchanging, promptFor, sampleView, steps } from '../src/tichu/sample.ts';
import { Person, wayOf } from './people.ts';
import { onTurn, sceneOf, TICHU } from './scenes.ts';
import { Stage } from './stage.ts';

const ONCE = { tag: '@once' };

/** Where something is, in whole pixels: layout leaves fractions of them. */
const boxOf = async (what: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await what.boundingBox();
  if (box === null) throw new Error('nothing there');
  const { x, y, width, height } = box;
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

const show = (stage: Stage, view: TichuView, ...events: TichuEvent[]): void =>
  stage.show(
    { game: 'tichu', ...view },
    { ...promptFor(view), number: stage.scene.prompt.number + 1 },
    events.map((event) => ({ of: 'tichu' as const, ...event })),
  );

test('partner above, opponents left and right, each with all that is known (ux-T1)', async ({ page }) => {
  await Stage.open(page, sceneOf(TICHU.follow?.() ?? sampleView()));
  const seat = (name: RegExp): Locator => page.getByRole('group', { name });
  const [left, partner, right, mine] = [
    await boxOf(seat(/^Jan, left/)),
    await boxOf(seat(/^Олена, partner/)),
    await boxOf(seat(/^Robin, right/)),
    await boxOf(seat(/^You, Anna/)),
  ];
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (height > 420) {
    expect(left.x).toBeLessThan(partner.x);
    expect(partner.x).toBeLessThan(right.x);
    expect(partner.y).toBeLessThan(mine.y);
  } else expect(left.x).toBeLessThan(mine.x);
  for (const box of [left, partner, right, mine]) expect(box.x + box.width).toBeLessThanOrEqual(width);
  // Team by a shape, cards and points by number, a call by its letters or its word.
  await expect(seat(/^Jan, left/)).toContainText(/team diamond.*12 cards.*25 points taken.*Tichu/s);
  await expect(seat(/^Robin, right/)).toContainText(/100 points taken.*Grand/s);
  for (const chip of await page.locator('.chip').all()) {
    expect(await chip.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('Pass and Play stand apart, and never move whatever happens (ux-T3)', async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
  const pass = page.locator('.bar .pass');
  const play = page.locator('.bar .play');
  const places = async (): Promise<unknown> => [await boxOf(pass), await boxOf(play)];
  const before = await places();
  const [first, second] = [await boxOf(pass), await boxOf(play)];
  expect(second.x - (first.x + first.width)).toBeGreaterThanOrEqual(12);
  for (const box of [first, second]) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);

  for (const card of ['9s', '9p'])
    await page.locator(`[data-card="${card}"]`).click({ position: { x: 9, y: 9 } });
  await expect(play).toContainText('Pair of nines');
  expect(await places()).toEqual(before);
  await page.locator('[data-card="Ks"]').click({ position: { x: 9, y: 9 } });
  await expect(play).toContainText('Not a combination');
  expect(await places()).toEqual(before);
  show(stage, sampleView({ phase: onTurn(2, '1: 4j 4s') }));
  await expect(pass).toHaveAttribute('aria-pressed', 'false');
  expect(await places()).toEqual(before);
  show(stage, TICHU['bomb window']?.() ?? sampleView());
  await expect(page.getByTestId('status')).toContainText('unless a bomb falls');
  expect(await places()).toEqual(before);
});

test('a Phoenix with two meanings is asked for, and stated (ux-T4)', ONCE, async ({ page }) => {
  const stage = await Stage.open(
    page,
    sceneOf(sampleView({ phase: onTurn(0), hand: cards('5j 5s 6p 6t P') })),
  );
  for (const card of ['5j', '5s', '6p', '6t', 'P']) {
    await page.locator(`[data-card="${card}"]`).click({ position: { x: 9, y: 9 } });
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What is the Phoenix?' });
  await dialog.getByRole('button', { name: /fives over sixes/ }).click();
  await expect
    .poll(() => stage.actions)
    .toEqual([{ kind: 'play', cards: ['5j', '5s', '6p', '6t', 'P'], phoenix: '5' }]);
});

test('grand tichu: two equal buttons, the hand in sight, and who still decides (ux-T5)', async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(TICHU.grand?.() ?? sampleView()));
  const [yes, no] = [
    await boxOf(page.getByRole('button', { name: 'Grand tichu ±200' })),
    await boxOf(page.getByRole('button', { name: 'No, deal on' })),
  ];
  expect([yes.width, yes.height]).toEqual([no.width, no.height]);
  expect(yes.height).toBeGreaterThanOrEqual(44);
  await expect(page.locator('[data-card]')).toHaveCount(8);
  await expect(page.getByRole('group', { name: /^Jan/ })).toContainText('done');
  await expect(page.getByRole('group', { name: /^Олена/ })).toContainText('choosing');
  await page.getByRole('button', { name: 'No, deal on' }).click();
  await expect.poll(() => stage.actions).toEqual([{ kind: 'decline' }]);
});

test('tichu is asked once more, and its call stands at the seat for all (ux-T6)', ONCE, async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') })));
  await page.keyboard.press('t');
  await page
    .getByRole('dialog', { name: 'Call tichu?' })
    .getByRole('button', { name: 'Call tichu ±100' })
    .click();
  await expect.poll(() => stage.actions).toEqual([{ kind: 'tichu' }]);
  const called = sampleView({ phase: onTurn(2, '1: 4j 4s'), calls: [null, null, null, 'tichu'] });
  show(stage, called, { kind: 'called', seat: 3 });
  await expect(page.getByRole('group', { name: /^Robin/ })).toContainText('Tichu');
  await expect(page.locator('.notice')).toHaveText('Robin calls tichu');
});

test('cards go to three named places by drag or by two presses, and back (ux-T7)', async ({ page }, {
  project,
}) => {
  const anna = new Person(page, wayOf(project));
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: exchanging() })));
  const place = (side: string): Locator => page.locator(`[data-side="${side}"]`);
  await expect(anna.button('Confirm')).toHaveAttribute('aria-disabled', 'true');
  await anna.drag(page.locator('[data-card="3s"]'), place('left'));
  await expect(page.locator('.hand [data-card="3s"]')).toHaveCount(0);
  for (const [card, side] of [
    ['Aj', 'partner'],
    ['5j', 'right'],
  ] as const) {
    await anna.press(page.locator(`[data-card="${card}"]`));
    await anna.press(place(side));
  }
  await anna.press(place('right'));
  await expect(page.locator('.hand [data-card="5j"]')).toHaveCount(1);
  await anna.press(page.locator('[data-card="5s"]'));
  await anna.press(place('right'));
  await anna.press(anna.button('Confirm'));
  await expect
    .poll(() => stage.actions)
    .toEqual([{ kind: 'exchange', left: '3s', partner: 'Aj', right: '5s' }]);
});

test('a wish: fourteen large buttons and the arrows; then it binds, and Pass says why not (ux-T8)', async ({
  page,
}) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0) })));
  await page.locator('[data-card="1"]').click({ position: { x: 9, y: 9 } });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Wish for a rank' });
  const options = dialog.locator('.options button');
  await expect(options).toHaveCount(14);
  for (const option of await options.all()) {
    const { width, height } = await boxOf(option);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await expect(options.first()).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.actions).toEqual([{ kind: 'play', cards: ['1'], wish: '8' }]);

  show(stage, TICHU.follow?.() ?? sampleView());
  await expect(page.locator('.felt .mark')).toHaveText('Wish: 9');
  const pass = page.locator('.bar .pass');
  await expect(pass).toHaveAttribute('aria-disabled', 'true');
  await expect(pass).toHaveAttribute('title', 'No pass: play your 9');
  await expect(page.locator('.note.wish')).toHaveCount(2);
});

test('the Dragon’s trick: two named opponents of equal size and no default (ux-T9)', async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(TICHU.gift?.() ?? sampleView()));
  const [jan, robin] = [
    page.getByRole('button', { name: /^Give to Jan/ }),
    page.getByRole('button', { name: /^Give to Robin/ }),
  ];
  await expect(jan).toContainText('left · 12 cards');
  const [one, other] = [await boxOf(jan), await boxOf(robin)];
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  await page.keyboard.press('Enter');
  expect(stage.actions).toEqual([]);
  await robin.click();
  await expect.poll(() => stage.actions).toEqual([{ kind: 'gift', to: 3 }]);
});

test(
  'a play in the bomb window is queued in sight, can be cancelled, and goes as the lead (ux-T10)',
  ONCE,
  async ({ page }) => {
    const stage = await Stage.open(page, sceneOf(TICHU['bomb window']?.() ?? sampleView()));
    const play = page.locator('.bar .play');
    await page.locator('[data-card="5j"]').click({ position: { x: 9, y: 9 } });
    await play.click();
    await expect(play).toContainText('Queued: Single five');
    await play.click();
    await expect(play).toContainText('Play next');
    await play.click();
    expect(stage.actions).toEqual([]);
    show(stage, sampleView({ phase: onTurn(0), hand: cards('1 3s 5j 5s 6p 8j 9s 9p Tt Jj Ks Aj') }));
    await expect.poll(() => stage.actions).toEqual([{ kind: 'play', cards: ['5j'] }]);
    // Only who holds a bomb sees its button.
    await expect(page.getByRole('button', { name: 'Bomb' })).toHaveCount(0);
    show(stage, TICHU['a bomb']?.() ?? sampleView());
    await expect(page.getByTestId('status')).toHaveText(/^Олена – Bomb: four eights!/);
    await page.getByRole('button', { name: 'Bomb' }).click();
    await expect(play).toContainText('four tens');
  },
);

test('the trick from its lead to the top, which is the largest; taken, it stays for the next lead (ux-T11, ux-T13)', async ({
  page,
}) => {
  const stage = await Stage.open(page, sceneOf(TICHU['a long trick']?.() ?? sampleView()));
  const widths = await page
    .locator('.trick .fan .place:last-child')
    .evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.max(...widths.slice(0, -1))).toBeLessThan(widths.at(-1) ?? 0);
  await expect(page.getByRole('region', { name: 'Trick' })).toContainText(/Led by Jan.*20 points/s);
  show(stage, TICHU['trick taken']?.() ?? sampleView());
  await expect(page.getByRole('region', { name: 'Trick' })).toContainText('Taken by Jan: 15 points');
  const last_trick: TichuView['last_trick'] = [1, steps('0: 5j', '1: Ks')];
  show(stage, sampleView({ phase: onTurn(2, '1: 2j'), last_trick }));
  await expect(page.locator('.top')).toContainText('Single two');
  await page.getByRole('button', { name: 'Last trick' }).click();
  await expect(page.getByRole('region', { name: 'Trick' })).toContainText('Taken by Jan');
  show(stage, sampleView({ phase: onTurn(0, '1: 2j', '2: 3j'), last_trick }));
  await expect(page.locator('.top')).toContainText('Single three');
});

test('scores of a round: card points, calls made or not, double victory, sum, the way to the target (ux-T12)', async ({
  page,
}) => {
  await Stage.open(page, sceneOf(TICHU['round over']?.() ?? sampleView()));
  const end = page.getByRole('region', { name: 'Round 1' });
  await expect(end).toContainText(/Anna & Олена.*\+25.*grand tichu made.*\+200.*\+225/s);
  await expect(end).toContainText(/Jan & Robin.*\+75.*tichu failed.*-100/s);
  await expect(end.getByRole('img', { name: 'Anna & Олена: 225 of 1,000' })).toBeVisible();
});

test('passing for the whole trick, in one press at the place of Pass (ux-T14)', async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') })));
  const pass = page.locator('.bar .pass');
  await expect(pass).toHaveText('Pass whole trick');
  expect(await pass.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await pass.click();
  await expect(pass).toHaveAttribute('aria-pressed', 'true');
  show(stage, sampleView({ phase: onTurn(0, '1: 4j 4s', '2: 6j 6s', '3: -') }));
  await expect.poll(() => stage.actions).toEqual([{ kind: 'pass' }]);
  show(stage, sampleView({ phase: onTurn(2) }));
  show(stage, sampleView({ phase: onTurn(0, '2: 6j') }));
  await expect(page.getByTestId('status')).toContainText('Single six');
  expect(stage.actions).toHaveLength(1);
});

test(
  'the Dog shows to whom the lead goes; a bomb’s flash is one (ux-T15, ux-T17)',
  ONCE,
  async ({ page }) => {
    const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(1) })));
    show(
      stage,
      sampleView({ phase: onTurn(3), counts: [14, 13, 14, 14] }),
      { kind: 'played', seat: 1, cards: ['D'], combination: { kind: 'dog' } },
      { kind: 'dog_gave', from: 1, to: 3 },
    );
    await expect(page.getByRole('region', { name: 'Trick' })).toContainText(
      'Dog: Jan hands the lead to Robin',
    );
    show(stage, TICHU['a bomb']?.() ?? sampleView(), {
      kind: 'played',
      seat: 2,
      cards: ['8j', '8s', '8p', '8t'],
      combination: { kind: 'four_bomb', rank: '8' },
    });
    await expect(page.locator('.top.bomb')).toBeVisible();
    const flashes = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().iterations)),
    );
    expect(Math.max(1, ...flashes)).toBe(1);
  },
);

test('who is out sees the table and nobody’s hand (ux-T16)', ONCE, async ({ page }) => {
  await Stage.open(
    page,
    sceneOf(sampleView({ phase: onTurn(1, '3: 2j'), hand: [], out: [0], counts: [0, 9, 9, 9] })),
  );
  await expect(page.locator('[data-card]')).toHaveCount(0);
  await expect(page.locator('.card')).toHaveCount(1);
  await expect(page.getByRole('group', { name: /^You, Anna/ })).toContainText('out first');
});
