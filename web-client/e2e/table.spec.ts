/** Both tables on a stage: what holds for every table, in every phase (ux-C…). */
import { expect, test, type Page } from '@playwright/test';
import type { Emote, Event, RummikubView, TichuView } from '../src/protocol/types.ts';
import { holding, promptOf, viewOf } from '../src/rummikub/fixtures.ts';
import { promptFor, sampleView } from '../src/tichu/sample.ts';
import { centreOf, checkPage, Person, wayOf } from './people.ts';
import { onTurn, RUMMIKUB, sceneOf, TICHU } from './scenes.ts';
import { Stage } from './stage.ts';

const ONCE = { tag: '@once' };
const GAMES = { Rummikub: RUMMIKUB, Tichu: TICHU } as const;

const live = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken);

/** Writes down all that the live region says. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spoken: string[] = [];
    (globalThis as unknown as { spoken: string[] }).spoken = spoken;
    const region = document.querySelector('[aria-live="polite"]');
    new MutationObserver(() => spoken.push(region?.textContent ?? '')).observe(region as Element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}

const emote = (player: string, which: Emote): Event => ({ of: 'room', kind: 'emote', player, emote: which });

const chat = (player: string, text: string): Event => ({
  of: 'room',
  kind: 'chat',
  player,
  name: 'Jan',
  channel: 'table',
  text,
  at: Date.now(),
});

// Colours do not depend on the size of the screen, so both lights are looked at on one of them, each on a page of its own.
const LIGHTS = { light: ['desktop', 'phone'], dark: ['desktop', 'landscape'] } as const;

for (const [game, scenes] of Object.entries(GAMES)) {
  for (const [colorScheme, projects] of Object.entries(LIGHTS)) {
    test(`${game}: every phase is accessible, and says what is expected, ${colorScheme} (ux-C2, ux-C14)`, async ({
      page,
    }, { project }) => {
      test.skip(!(projects as readonly string[]).includes(project.name), 'looked at on another screen');
      test.setTimeout(90_000);
      await page.emulateMedia({ colorScheme: colorScheme as keyof typeof LIGHTS });
      const [first, ...more] = Object.entries(scenes);
      const stage = await Stage.open(page, sceneOf((first?.[1] as () => RummikubView)()));
      for (const [phase, view] of [first, ...more] as [string, () => RummikubView | TichuView][]) {
        await test.step(phase, async () => {
          stage.set(sceneOf(view(), { seq: stage.scene.seq }));
          await expect(page.getByTestId('status')).not.toBeEmpty();
          if (phase.endsWith('over')) {
            await expect(page.locator('.end h2')).toBeVisible();
            await page.keyboard.press('Escape');
          }
          await checkPage(page);
        });
      }
    });
  }
}

test(
  'whose turn it is stands in the title, in words, at the seat, and is said once (ux-C1)',
  ONCE,
  async ({ page }) => {
    const other = viewOf({ phase: { phase: 'take', turn: 1 } });
    const stage = await Stage.open(page, sceneOf(other));
    await expect(page).toHaveTitle('Anna – Parlour');
    await listen(page);
    const mine = viewOf();
    stage.show({ game: 'rummikub', ...mine }, promptOf(mine));
    await expect(page).toHaveTitle('▶ Your turn – Anna');
    await expect(page.getByTestId('status')).toHaveText('Take a tile: from the pool, or red 11');
    await expect(page.locator('[data-seat="0"]')).toContainText('on turn');
    await expect(page.locator('[data-seat="0"] .mark svg')).toBeVisible();
    // The same prompt again, as after a friend's chat, is no news.
    stage.tell(chat('p1', 'hi'));
    await expect(page.getByText('hi', { exact: true })).toHaveCount(1);
    expect((await live(page)).filter((text) => text.includes('Take a tile'))).toHaveLength(1);
  },
);

test(
  'a press is busy until the answer; a refusal is told and changes nothing (ux-C3)',
  ONCE,
  async ({ page }) => {
    const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
    stage.answer = () => null;
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
    const pass = page.getByRole('button', { name: 'Pass' });
    await expect(pass).toHaveAttribute('aria-busy', 'true');
    await pass.click({ force: true });
    expect(stage.actions).toEqual([{ kind: 'pass' }]);
    const asked = stage.last('act');
    const { view, prompt } = stage.scene;
    stage.reply({
      re: asked?.id ?? 0,
      type: 'error',
      class: 'rules',
      code: 'wish_must_be_played',
      message: '',
      retry: false,
    });
    await expect(page.getByText('The wish must be fulfilled').first()).toBeVisible();
    await expect(pass).not.toHaveAttribute('aria-busy', 'true');
    expect(stage.scene).toMatchObject({ view, prompt });
    await expect(page.locator('.top')).toContainText('Pair of fours');
  },
);

test('a turn that ends takes a drag with it, and no tile moves (ux-C5, ux-R12)', async ({ page }, {
  project,
}) => {
  const anna = new Person(page, wayOf(project));
  const stage = await Stage.open(page, sceneOf(holding('B9')));
  const faces = (): Promise<(string | undefined)[]> =>
    page.locator('.slot').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.face));
  const before = await faces();
  const { drop } = await anna.lift(
    page.locator('[data-place="0"]'),
    await centreOf(page.locator('[data-place="throw"]')),
  );
  await expect(page.locator('.mover.lifted')).toHaveCount(1);
  const next = viewOf({ phase: { phase: 'take', turn: 1 }, discards: [{ seat: 0, tile: 'B9' }], pool: 23 });
  stage.show({ game: 'rummikub', ...next }, promptOf(next), [
    { of: 'rummikub', kind: 'timed_out', seat: 0 },
    { of: 'rummikub', kind: 'threw', seat: 0, tile: 'B9' },
  ]);
  await expect(page.locator('.mover.lifted')).toHaveCount(0);
  await drop();
  expect(stage.actions).toEqual([]);
  expect(await faces()).toEqual(before.map((face) => (face === 'B9' ? undefined : face)));
});

test(
  'the clock is the server’s, at the seat too, and changes its shape in the last ten seconds (ux-C12)',
  ONCE,
  async ({ page }) => {
    const view = viewOf();
    const scene = sceneOf(view);
    const stage = await Stage.open(page, {
      ...scene,
      prompt: { ...scene.prompt, deadline: Date.now() + 42_000 },
    });
    const timer = page.getByRole('timer');
    await expect(timer).toHaveAccessibleName(/Time left: 0:4[0-2]/);
    await expect(page.locator('[data-seat="0"] .bar')).toBeVisible();
    await expect(timer.locator('svg')).toHaveCount(0);
    await listen(page);
    stage.show({ game: 'rummikub', ...view }, { ...promptOf(view), number: 8, deadline: Date.now() + 9_500 });
    await expect(timer.locator('svg')).toBeVisible();
    await expect(page.locator('[data-seat="0"] .bar.low')).toBeVisible();
    await expect
      .poll(async () => (await live(page)).filter((text) => text.includes('seconds left')).length)
      .toBe(1);
  },
);

test('scores are one press away, and open by themselves after a round (ux-C15)', ONCE, async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ totals: [250, 120] })));
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Scores' });
  await expect(dialog.getByRole('row').last()).toContainText('250');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const ended = TICHU['round over']?.() ?? sampleView();
  stage.show({ game: 'tichu', ...ended }, { number: 9, seats: [0, 1, 2, 3], expects: 'ready' });
  await expect(page.getByRole('dialog', { name: 'The round is over' })).toContainText('+225', {
    timeout: 6_000,
  });
});

test(
  'the log says who did what, in words and with tiles, and the keyboard reaches it (ux-C17)',
  ONCE,
  async ({ page }) => {
    const stage = await Stage.open(page, sceneOf(viewOf({ phase: { phase: 'take', turn: 1 } })));
    stage.tell(
      { of: 'rummikub', kind: 'took', seat: 1, from: 'pool' },
      { of: 'rummikub', kind: 'threw', seat: 1, tile: 'O7' },
    );
    await page.getByRole('tab', { name: 'Log' }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel).toContainText('Jan takes a tile from the pool');
    await expect(panel).toContainText('Jan throws orange 7');
    await expect(panel.locator('svg.tile')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(panel).toBeFocused();
  },
);

test(
  'each thing sounds different; volume and mute are obeyed and remembered (ux-C18)',
  ONCE,
  async ({ page }) => {
    await page.addInitScript(() => {
      const played: number[] = [];
      (globalThis as unknown as { played: number[] }).played = played;
      const node = { connect: (next: unknown) => next, gain: null, start() {}, stop() {} };
      const parameter = {
        value: 0,
        setValueAtTime() {},
        linearRampToValueAtTime() {},
        exponentialRampToValueAtTime() {},
      };
      (globalThis as unknown as { AudioContext: unknown }).AudioContext = class {
        currentTime = 0;
        createGain = () => ({ ...node, gain: parameter });
        createOscillator = () => ({
          ...node,
          frequency: {
            set value(hertz: number) {
              played.push(hertz);
            },
          },
        });
      };
    });
    const heard = (): Promise<string> =>
      page.evaluate(() => (globalThis as unknown as { played: number[] }).played.splice(0).join(' '));
    const other = sampleView({ phase: onTurn(1, '0: 2j') });
    const stage = await Stage.open(page, sceneOf(other));
    await page.getByRole('button', { name: /^Rank/ }).click();
    await heard();
    const tell = async (events: Event[]): Promise<string> => {
      stage.show({ game: 'tichu', ...other }, promptFor(other), events);
      let melody = '';
      await expect.poll(async () => (melody = await heard())).not.toBe('');
      return melody;
    };
    const pair = { kind: 'pair', rank: '4' } as const;
    const melodies = [
      await tell([{ of: 'tichu', kind: 'played', seat: 1, cards: ['4j', '4s'], combination: pair }]),
      await tell([
        {
          of: 'tichu',
          kind: 'played',
          seat: 1,
          cards: ['4j', '4s', '4p', '4t'],
          combination: { kind: 'four_bomb', rank: '4' },
        },
      ]),
      await tell([{ of: 'tichu', kind: 'called', seat: 1 }]),
      await tell([chat('p2', 'hi')]),
    ];
    const mine = sampleView({ phase: onTurn(0, '1: 4j') });
    stage.show({ game: 'tichu', ...mine }, promptFor(mine));
    await expect.poll(async () => melodies.push(await heard()) && melodies.at(-1)).not.toBe('');
    expect(new Set(melodies).size).toBe(melodies.length);

    await page.getByRole('button', { name: 'Sounds', exact: true }).click();
    stage.tell(chat('p2', 'again'));
    await expect(page.getByText('again', { exact: true }).first()).toBeVisible();
    expect(await heard()).toBe('');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sounds', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  },
);

test('a quick phrase stands at the seat, covers nothing, and can be muted; zen hides all talk (ux-C21)', async ({
  page,
}) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
  stage.tell(emote('p2', 'well_played'));
  const bubble = page.locator('.bubble');
  await expect(bubble).toHaveText('Well played!');
  const over = await bubble.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [...document.querySelectorAll('.cards, .foot, .clock, .chip > .bar')].filter((other) => {
      const box = other.getBoundingClientRect();
      return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).length;
  });
  expect(over).toBe(0);
  await expect(bubble).toBeHidden({ timeout: 6_000 });

  const phone = (page.viewportSize()?.width ?? 0) < 1100;
  if (phone) {
    await page.getByRole('button', { name: /1 new message/ }).click();
  }
  await expect(page.getByText('Well played!').first()).toBeVisible();
  await page.getByText('Quick phrases').click();
  await page.getByRole('button', { name: 'Thank you!' }).click();
  await expect.poll(() => stage.last('emote')).toMatchObject({ emote: 'thanks' });

  await page.getByRole('button', { name: 'People' }).click();
  await page.getByLabel('Hide what Олена says').check();
  await page.keyboard.press('Escape');
  stage.tell(emote('p2', 'hurry'));
  await expect(page.getByTestId('status')).toBeVisible();
  await expect(page.locator('.bubble')).toHaveCount(0);
  if (!phone) await expect(page.getByRole('tabpanel')).toContainText('Nobody has said anything yet.');

  await page.evaluate(() => localStorage.setItem('parlour.zen', 'on'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Scores' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Chat and log/ })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Chat' })).toHaveCount(0);
});

test(
  'the list of keys opens by the question mark and names the keys of this table (ux-C25)',
  ONCE,
  async ({ page }) => {
    await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    for (const does of ['Bomb', 'Look at the last trick', 'Scores', 'Write a message']) {
      await expect(dialog.getByText(does, { exact: true })).toBeVisible();
    }
    await checkPage(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

for (const [game, view] of [
  ['Rummikub', () => RUMMIKUB.throw?.() ?? viewOf()],
  ['Tichu', () => TICHU.follow?.() ?? sampleView()],
] as const) {
  test(
    `${game} at 200 % and on the narrowest phone: all in sight, nothing scrolls (ux-C6)`,
    ONCE,
    async ({ page }) => {
      await Stage.open(page, sceneOf(view()));
      for (const [width, height] of [
        [640, 400],
        [320, 568],
      ] as const) {
        await page.setViewportSize({ width, height });
        const outside = await page.locator('.surface button').evaluateAll((all) =>
          all
            .map((one) => ({
              name: one.textContent || one.getAttribute('aria-label'),
              box: one.getBoundingClientRect(),
            }))
            .filter(
              ({ box }) =>
                box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5,
            )
            .map(({ name, box }) => `${name} ${JSON.stringify(box)}`),
        );
        expect(outside).toEqual([]);
        await checkPage(page);
      }
    },
  );
}

for (const [game, view] of [
  ['Rummikub', () => holding('B9')],
  ['Tichu', () => sampleView({ phase: onTurn(0, '1: 4j 4s') })],
] as const) {
  test(
    `${game}: nothing moves for those who asked for stillness (ux-C19, ux-T17)`,
    ONCE,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const stage = await Stage.open(page, sceneOf(view()));
      const still = async (): Promise<void> =>
        expect(
          await page.evaluate(() =>
            document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.className),
          ),
        ).toEqual([]);
      await still();
      if (game === 'Rummikub') {
        await page.keyboard.press('n');
        await still();
        await page.locator('[data-place="0"]').click();
        await still();
        const next = viewOf({ phase: { phase: 'take', turn: 1 } });
        stage.show({ game: 'rummikub', ...next }, promptOf(next), [
          { of: 'rummikub', kind: 'threw', seat: 0, tile: 'B9' },
        ]);
        await expect(page.locator('[data-face="B9"].slot')).toHaveCount(0);
      } else {
        await page.locator('[data-card="9s"]').click({ position: { x: 10, y: 10 } });
        await still();
        const next = sampleView({ phase: onTurn(3, '1: 4j 4s', '2: 8j 8s 8p 8t'), counts: [14, 12, 10, 14] });
        stage.show({ game: 'tichu', ...next }, promptFor(next), [
          {
            of: 'tichu',
            kind: 'played',
            seat: 2,
            cards: ['8j', '8s', '8p', '8t'],
            combination: { kind: 'four_bomb', rank: '8' },
          },
        ]);
        await expect(page.locator('.top')).toContainText('Bomb');
      }
      await still();
    },
  );
}

test('Rummikub: all slots and buttons in sight, large enough, and nothing scrolls (ux-C6, ux-R1)', async ({
  page,
}) => {
  await Stage.open(page, sceneOf(RUMMIKUB.throw?.() ?? viewOf()));
  const boxes = await page.locator('.rack .slot, .card, .sorter').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      return { left, top, right, bottom, width, height, main: !one.matches('.slot') };
    }),
  );
  expect(boxes).toHaveLength(24 + 4 + 3);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of boxes) {
    expect(
      box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
      JSON.stringify(box),
    ).toBe(true);
    expect(Math.min(box.width, box.height), JSON.stringify(box)).toBeGreaterThanOrEqual(box.main ? 44 : 24);
  }
  const rows = new Set(boxes.filter((box) => !box.main).map((box) => Math.round(box.top)));
  expect(rows.size).toBe(width < 560 ? 3 : 2);
});

test('Tichu: every card has a strip of 24 px of its own, buttons 44, and nothing scrolls (ux-C6, ux-T2)', async ({
  page,
}) => {
  await Stage.open(page, sceneOf(TICHU.follow?.() ?? sampleView()));
  await page
    .locator('[data-card]')
    .nth(2)
    .click({ position: { x: 10, y: 10 } });
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
  const strips = await page.locator('[data-card]').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width } = one.getBoundingClientRect();
      let own = 0;
      while (
        own < width &&
        document.elementFromPoint(left + own + 0.5, top + 20)?.closest('[data-card]') === one
      )
        own += 1;
      return own;
    }),
  );
  expect(Math.min(...strips)).toBeGreaterThanOrEqual(24);
  const boxes = await page.locator('.tichu button:not([data-card])').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom, height, width } = one.getBoundingClientRect();
      const name = one.textContent.trim();
      return {
        name,
        main: one.matches('.bar .button, .foot .button'),
        left,
        top,
        right,
        bottom,
        height,
        width,
      };
    }),
  );
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of boxes) {
    expect(
      box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
      JSON.stringify(box),
    ).toBe(true);
    expect(Math.min(box.width, box.height), JSON.stringify(box)).toBeGreaterThanOrEqual(box.main ? 44 : 24);
  }
  const rows = await page
    .locator('[data-card]')
    .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
  expect(rows).toBe(width <= 400 ? 2 : 1);
});

for (const [game, view] of [
  ['Rummikub', () => RUMMIKUB.throw?.() ?? viewOf()],
  ['Tichu', () => TICHU['others play']?.() ?? sampleView()],
] as const) {
  test(`${game}: in no language a text is cut off (ux-C16)`, async ({ page }) => {
    await Stage.open(page, sceneOf(view(), { hints: true }));
    for (const language of ['en', 'uk', 'de', 'ro', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('parlour.locale', chosen), language);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('.surface button').first()).toBeVisible();
      const cut = await page
        .locator('.surface .verb, .counter, .sorter, .tichu button:not([data-card]), .main, .sub')
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
            .map((one) => `${one.className}: ${one.textContent}`),
        );
      expect(cut, language).toEqual([]);
    }
  });
}
