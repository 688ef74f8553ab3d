/** People who are away, who watch, and what the table asks about them. */
import { expect, test } from '@playwright/test';
import type { Event } from '../src/protocol/types.ts';
import { cards, sampleView } from '../src/tichu/sample.ts';
import { another, arrive, checkPage, comeIn, openTable, watchConsole } from './people.ts';
import { onTurn, sceneOf } from './scenes.ts';
import { Stage } from './stage.ts';

/** Does not depend on the screen: tested on the desktop alone. */
const ONCE = { tag: '@once' };

const room = (event: object): Event => ({ of: 'room', ...event }) as Event;

test('the table waits for who is away with a countdown, then chooses; most voices count (ux-C24)', async ({
  page,
}) => {
  const scene = sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') }));
  const { number, expects } = scene.prompt;
  const stage = await Stage.open(page, { ...scene, prompt: { number, expects, seats: [2] } });
  stage.tell(room({ kind: 'presence', player: 'p2', connected: false, since: Date.now() - 20_000 }));
  await expect(page.getByRole('timer')).toContainText(/1:[34]\d/);

  stage.tell(room({ kind: 'vote_opened', seat: 2, closes: Date.now() + 30_000 }));
  const asks = page.getByRole('complementary', { name: 'Questions of the table' });
  await expect(asks).toContainText('Олена is away. What shall the table do?');
  await checkPage(page);
  // The hand and its buttons stay free.
  const card = await asks.locator('.card').boundingBox();
  const hand = await page.getByRole('group', { name: 'Your hand' }).boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(hand?.y ?? 0);

  await asks.getByRole('button', { name: 'Wait' }).click();
  await expect.poll(() => stage.last('vote')).toMatchObject({ choice: 'wait' });
  stage.tell(
    room({ kind: 'voted', seat: 0, choice: 'wait' }),
    room({ kind: 'voted', seat: 1, choice: 'bot' }),
  );
  await expect(asks.getByRole('button', { name: /^Wait/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(asks.getByRole('button', { name: 'Let a bot play 1 voice' })).toBeVisible();
  stage.tell(room({ kind: 'vote_closed', seat: 2, choice: 'wait' }));
  await expect(asks).toHaveCount(0);

  // A table that ends the match is a waiting room with the same seats.
  stage.tell(room({ kind: 'match_abandoned' }));
  await expect(page.getByRole('button', { name: 'Stand up' })).toBeVisible();
});

test('the vote fits the screen in every language (ux-C16, ux-C24)', async ({ page }) => {
  const vote = { seat: 2, closes: Date.now() + 30_000, cast: [{ seat: 1, choice: 'bot' as const }] };
  await Stage.open(page, sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') }), { vote }));
  for (const language of ['en', 'uk', 'de', 'ro', 'tr']) {
    await page.evaluate((chosen) => localStorage.setItem('parlour.locale', chosen), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const card = page.locator('aside .card');
    await expect(card.getByRole('button')).toHaveCount(3);
    const cut = await card.evaluate((one) =>
      [one, ...one.querySelectorAll('*')]
        .filter((part) => part.clientWidth > 0 && !part.classList.contains('hidden'))
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.textContent),
    );
    expect(cut, language).toEqual([]);
    const [below, hand] = await Promise.all([card.boundingBox(), page.locator('.cards').boundingBox()]);
    expect((below?.y ?? 0) + (below?.height ?? 0), language).toBeLessThanOrEqual(hand?.y ?? 0);
  }
});

test('whoever is back says so, and plays again (ux-C24)', async ({ page }) => {
  const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') })));
  stage.tell(room({ kind: 'substituted', seat: 0, bot: true }));
  const asks = page.getByRole('complementary', { name: 'Questions of the table' });
  await expect(asks).toContainText('A bot plays for you.');
  await checkPage(page);
  await asks.getByRole('button', { name: 'I am here' }).click();
  await expect.poll(() => stage.last('ready')).toMatchObject({ ready: true });
  stage.tell(room({ kind: 'substituted', seat: 0, bot: false }));
  await expect(asks).toHaveCount(0);
});

test(
  'a spectator is shown a hand by its player’s leave, and no longer than that (ux-C22)',
  ONCE,
  async ({ page, browser }) => {
    watchConsole(page);
    await arrive(page, 'Anna');
    const link = await openTable(page, 'Rummikub', async (dialog) => {
      await dialog.getByLabel('Time for a turn').selectOption({ label: 'No limit' });
    });
    await page.getByRole('button', { name: 'Fill with bots' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('group', { name: 'Your rack' })).toBeVisible();
    const guest = await another(browser, page);
    await comeIn(guest, link, 'Jan');
    const rack = guest.getByRole('region', { name: 'The rack of Anna' });
    await guest.getByRole('button', { name: 'People' }).click();
    await guest.getByRole('button', { name: 'Ask Anna to show the hand' }).click();
    await guest.keyboard.press('Escape');
    await expect(rack).toHaveCount(0);

    const asks = page.getByRole('complementary', { name: 'Questions of the table' });
    await expect(asks).toContainText('Jan would like to see your hand.');
    await asks.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(rack.locator('li.tile')).toHaveCount(14);
    await checkPage(guest);
    expect(await guest.getByRole('button', { name: /^Pool/ }).isEnabled()).toBe(false);

    await page.getByRole('button', { name: 'People' }).click();
    await page.getByLabel('Show my hand to Jan').uncheck();
    await expect(rack).toHaveCount(0);
    await guest.context().close();
  },
);

test('what spectators say is marked, and players can hide it (ux-C22)', ONCE, async ({ page }) => {
  const scene = sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s') }));
  const stage = await Stage.open(page, {
    ...scene,
    spectators: [{ id: 'jan', name: 'Jan', connected: true, since: 0 }],
  });
  const says = (player: string, channel: string, text: string): Event =>
    room({ kind: 'chat', player, name: player === 'jan' ? 'Jan' : 'Олена', channel, text, at: Date.now() });
  stage.tell(says('jan', 'spectators', 'she has the Dragon'), says('p2', 'table', 'no hints, please'));
  const talk = page.getByRole('tabpanel');
  await expect(talk).toContainText('Jan watching');
  await checkPage(page);
  await page.getByLabel('Hide what spectators say').check();
  await expect(talk).not.toContainText('Dragon');
  await expect(talk).toContainText('no hints, please');
});

test('who is out sees the partner’s hand where the table allows it (ux-T16)', ONCE, async ({ page }) => {
  const view = sampleView({ hand: [], out: [0], counts: [0, 9, 4, 7], phase: onTurn(1, '3: 4j 4s') });
  const stage = await Stage.open(page, sceneOf(view));
  const hand = page.getByRole('region', { name: 'Олена’s hand' });
  await expect(hand).toHaveCount(0);
  const variant = { ...view.variant, partner_hand: true };
  stage.show({ game: 'tichu', ...view, variant, partner: cards('2j 3p Kt R') }, stage.scene.prompt);
  await expect(hand.getByRole('listitem')).toHaveCount(4);
  await checkPage(page);
});
