/**
 * The pictures: every screen at three sizes, by day and by lamp light, as a player sees it.
 *
 * All go to `web-client/screenshots/`, to be looked at; those that `README` names are written to `docs/images` as well.
 */
import { mkdirSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { viewOf } from '../src/rummikub/fixtures.ts';
import { cards, sampleView } from '../src/tichu/sample.ts';
import { arrive, openTable, openTalk, seat } from './people.ts';
import { four, onTurn, sceneOf } from './scenes.ts';
import { Stage } from './stage.ts';

/** Which pictures the README shows: the scene, the project, and the file in `docs/images`. */
const README: Readonly<Record<string, string>> = {
  'rummikub desktop-light': 'rummikub',
  'tichu desktop-dark': 'tichu',
};

const SCENES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  landing: async (page) => {
    await arrive(page, 'Olena');
    await expect(page.getByRole('region', { name: 'Open tables' })).not.toContainText('One moment');
  },
  create: async (page) => {
    await arrive(page, 'Olena');
    await page.getByRole('button', { name: 'New table: Rummikub' }).click();
  },
  settings: async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Settings' }).click();
  },
  join: async (page) => {
    await page.goto('/#/join/ABCD-EFGH-JKMN');
    await expect(page.getByLabel('Your name')).toBeVisible();
  },
  room: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Tichu');
    await seat(page, 2).getByRole('button', { name: 'Bot: seat 2' }).click();
    await expect(seat(page, 2)).toContainText('bot');
  },
  invite: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Rummikub');
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await page.locator('.qr svg').scrollIntoViewIfNeeded();
  },
  practice: async (page) => {
    await page.goto('/#/practice/tichu');
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  },
  'replay-rummikub': async (page) => {
    await arrive(page, 'Olena');
    await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
    await expect(page.getByTestId('status')).toContainText('Take a tile');
    await page.getByRole('button', { name: 'Scores' }).click();
    await page.getByRole('link', { name: 'Replay' }).click();
    await expect(page.getByText(/Step \d+ of \d+/)).toBeVisible();
  },
  'replay-tichu': async (page) => {
    await arrive(page, 'Olena');
    await page.getByRole('button', { name: 'Play with bots: Tichu' }).click();
    await page.getByRole('button', { name: 'No, deal on' }).click();
    await expect(page.getByTestId('status')).toContainText('Choose a card');
    await page.getByRole('button', { name: 'Scores' }).click();
    await page.getByRole('link', { name: 'Replay' }).click();
    await expect(page.getByText(/Step \d+ of \d+/)).toBeVisible();
  },
  'rules-rummikub': async (page) => {
    await page.goto('/#/rules/rummikub');
    await expect(page.getByRole('heading', { name: 'Sets' })).toBeVisible();
  },
  'rules-tichu': async (page) => {
    await page.goto('/#/rules/tichu');
    await page.getByRole('heading', { name: 'Combinations' }).scrollIntoViewIfNeeded();
  },
  rummikub: async (page) => {
    await arrive(page, 'Olena');
    await page.getByRole('button', { name: 'Play with bots: Rummikub' }).click();
    await page.getByRole('button', { name: /Runs/ }).click();
    await expect(page.getByTestId('status')).toContainText('Take a tile');
  },
  talk: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Tichu');
    await openTalk(page);
    await page.getByLabel('Message').fill('Good evening!');
    await page.getByLabel('Message').press('Enter');
    await expect(page.getByText('Good evening!')).toBeVisible();
  },
  tichu: async (page) => {
    await arrive(page, 'Olena');
    await page.getByRole('button', { name: 'Play with bots: Tichu' }).click();
    await page.getByRole('button', { name: 'No, deal on' }).click();
    await expect(page.getByRole('button', { name: 'No, deal on' })).toBeHidden();
  },
  'away-tichu': async (page) => {
    const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') })));
    stage.tell(
      { of: 'room', kind: 'presence', player: 'p2', connected: false, since: Date.now() - 125_000 },
      { of: 'room', kind: 'vote_opened', seat: 2, closes: Date.now() + 24_000 },
      { of: 'room', kind: 'voted', seat: 1, choice: 'bot' },
    );
    await expect(page.getByRole('button', { name: /^Wait/ })).toBeVisible();
  },
  'asked-rummikub': async (page) => {
    const stage = await Stage.open(page, sceneOf(four(viewOf())));
    stage.tell(
      { of: 'room', kind: 'joined', player: { id: 'jan', name: 'Jan', connected: true, since: 0 } },
      { of: 'room', kind: 'hand_asked', player: 'jan', seat: 0 },
    );
    await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible();
  },
  'watching-rummikub': async (page) => {
    const view = four(viewOf());
    const { you, ...scene } = sceneOf(view);
    await Stage.open(page, {
      ...scene,
      you: { ...you, seat: null },
      shown: [{ seat: 0, player: you.player }],
    });
  },
  'out-tichu': async (page) => {
    const view = sampleView({ hand: [], out: [0], counts: [0, 9, 4, 7], phase: onTurn(1, '3: 4j 4s') });
    await Stage.open(page, sceneOf({ ...view, partner: cards('2j 3p Kt R') }));
  },
};

for (const [name, play] of Object.entries(SCENES)) {
  test(name, async ({ page }, { project }) => {
    await play(page);
    mkdirSync('screenshots', { recursive: true });
    const shot = { animations: 'disabled', caret: 'hide' } as const;
    await page.screenshot({ ...shot, path: `screenshots/${name}-${project.name}.png` });
    const shown = README[`${name} ${project.name}`];
    if (shown !== undefined) {
      await page.screenshot({ ...shot, path: `../docs/images/${shown}.png` });
    }
  });
}
