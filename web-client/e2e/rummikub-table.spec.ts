/** The Rummikub table on a stage: rack, sources, declaring, the reveal, on every screen (ux-R…). */
import { expect, test, type Locator } from '@playwright/test';
import type { RummikubEvent, RummikubView } from '../src/protocol/types.ts';
import { holding, promptOf, RACK, viewOf } from '../src/rummikub/fixtures.ts';
import { centreOf, Person, wayOf } from './people.ts';
import { four, RUMMIKUB, sceneOf } from './scenes.ts';
import { Stage } from './stage.ts';

const ONCE = { tag: '@once' };

const show = (stage: Stage, view: RummikubView, ...events: RummikubEvent[]): void =>
  stage.show(
    { game: 'rummikub', ...view },
    { ...promptOf(view), number: stage.scene.prompt.number + 1 },
    events.map((event) => ({ of: 'rummikub' as const, ...event })),
  );

class Player extends Person {
  place(place: number | string): Locator {
    return this.page.locator(`[data-place="${place}"]`);
  }

  async tape(): Promise<string> {
    const faces = await this.page
      .locator('.rack .slot')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.face ?? '.'));
    return faces.join(' ').replace(/( \.)+$/, '');
  }
}

test('a tile is dropped on a free slot or between two, by this screen’s way; nothing is lost (ux-C4, ux-R2, ux-R3)', async ({
  page,
}, { project }) => {
  const anna = new Player(page, wayOf(project));
  // It is not Anna's turn: her rack is hers at any time.
  const stage = await Stage.open(page, sceneOf(viewOf({ phase: { phase: 'take', turn: 1 } })));
  const move = async (from: number, to: number): Promise<void> => {
    if (anna.way === 'keyboard') {
      await anna.press(anna.place(from));
      await anna.press(anna.place(to));
    } else await anna.drag(anna.place(from), anna.place(to));
  };
  expect(await anna.tape()).toBe(RACK.join(' '));
  await move(13, 15);
  await expect.poll(() => anna.tape()).toBe('R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 . . K12');
  await move(15, 0);
  await expect.poll(() => anna.tape()).toBe('K12 R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11');
  // What others do moves nothing.
  show(stage, viewOf({ phase: { phase: 'take', turn: 0 } }), { kind: 'threw', seat: 1, tile: 'O9' });
  await expect(page.getByTestId('status')).toContainText('Take a tile');
  expect(await anna.tape()).toBe('K12 R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11');
});

test('take, then throw: what can be done is marked, and the new tile lies after the last (ux-R5)', async ({
  page,
}, { project }) => {
  const anna = new Player(page, wayOf(project));
  const stage = await Stage.open(page, sceneOf(viewOf()));
  await expect(page.locator('.card.source')).toHaveCount(2);
  await anna.press(anna.place('discards'));
  await expect.poll(() => stage.actions).toEqual([{ kind: 'take', from: 'discards' }]);
  show(stage, holding('R11', { phase: { phase: 'throw', turn: 0, from_discards: 'R11', refused: 0 } }), {
    kind: 'took',
    seat: 0,
    from: 'discards',
    tile: 'R11',
  });
  await expect(anna.place(14)).toHaveAccessibleName(/red 11.*new/);
  await expect(page.locator('.card.source')).toHaveCount(0);
  await expect(page.locator('.card.zone')).toHaveCount(1);
  if (anna.way === 'keyboard') {
    await anna.press(anna.place(0));
    await page.keyboard.press('d');
  } else await anna.drag(anna.place(0), anna.place('throw'));
  await expect.poll(() => stage.actions.at(-1)).toEqual({ kind: 'throw', tile: 'R1' });
});

test('declaring: the last tile on the pile, a sheet of what is sent, then the referee’s word (ux-R6)', async ({
  page,
}, { project }) => {
  const anna = new Player(page, wayOf(project));
  const stage = await Stage.open(page, sceneOf(holding('B9')));
  await expect(anna.place('finish')).toContainText('Everything fits');
  if (anna.way === 'keyboard') {
    await anna.press(anna.place(14));
    await page.keyboard.press('f');
  } else await anna.drag(anna.place(14), anna.place('finish'));
  const sheet = page.getByRole('dialog', { name: 'Declare?' });
  await expect(sheet).toContainText('Closing discard');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'blue 9' }).first()).toBeVisible();
  await anna.press(sheet.getByRole('button', { name: 'Declare', exact: true }));
  await expect
    .poll(() => stage.actions)
    .toEqual([
      {
        kind: 'declare',
        throw: 'B9',
        layout: [
          ['R1', 'R2', 'R3'],
          ['B1', 'B2', 'B3', 'B4'],
          ['K7', 'R7', 'O7'],
          ['K9', 'K10', 'K11', 'K12'],
        ],
      },
    ]);
  show(stage, holding('B9', { phase: { phase: 'throw', turn: 0, from_discards: null, refused: 1 } }), {
    kind: 'refused',
    seat: 0,
    faults: [{ code: 'gap', meld: 3 }],
    left: 2,
    points: [0, 0],
  });
  const refused = page.getByRole('dialog', { name: 'The declaration is refused' });
  await expect(refused).toContainText('a number is missing in the run');
  await expect(refused).toContainText('It costs nothing');
});

test(
  'brackets and counter follow a move at once, and a joker says what it stands for (ux-R7)',
  ONCE,
  async ({ page }) => {
    const anna = new Player(page, 'mouse');
    await Stage.open(page, sceneOf(holding('J')));
    await expect(page.locator('.counter')).toHaveText('15 of 15 in groups');
    await expect(anna.place(14)).toHaveAccessibleName(/joker, stands for black 13/);
    // In the very next frame after the press.
    const next = await page.evaluate(async () => {
      for (const place of ['0', '20'])
        document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.click();
      await new Promise(requestAnimationFrame);
      return document.querySelector('.counter')?.textContent;
    });
    expect(next).toBe('12 of 15 in groups');
  },
);

test('opponents: tiles, points, connection and the way of the turn (ux-R9, ux-C8)', async ({ page }) => {
  const scene = sceneOf(four(viewOf()));
  const seats = scene.seats.map((state, at) =>
    at === 2 && state.occupant?.kind === 'player'
      ? {
          ...state,
          occupant: {
            ...state.occupant,
            player: { ...state.occupant.player, connected: false, since: Date.now() - 12_000 },
          },
        }
      : state,
  );
  await Stage.open(page, { ...scene, seats });
  const players = page.getByRole('list', { name: 'Players' }).locator('> li');
  await expect(players).toHaveText([/Anna/, /Jan/, /Olena/, /Petro/]);
  await expect(players.nth(1)).toContainText(/14 tiles.*0 points/s);
  await expect(players.nth(2)).toContainText(/reconnecting 0:1\d/);
  await expect(players.locator('.next svg')).toHaveCount(3);
});

test('a group moves as one, by a long press and by Shift and the arrows (ux-R10)', async ({ page }, {
  project,
}) => {
  const anna = new Player(page, wayOf(project));
  await Stage.open(page, sceneOf(viewOf({ phase: { phase: 'take', turn: 1 } })));
  if (anna.way === 'mouse') {
    const [from, to] = [await centreOf(anna.place(0)), await centreOf(anna.place(18))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await expect(page.locator('.mover.lifted')).toHaveCount(3);
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => anna.tape()).toBe('. . . B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12 . . . . R1 R2 R3');
  } else {
    await anna.place(0).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => anna.tape()).toBe('B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12 R1 R2 R3');
  }
});

test('the reveal: the winner’s groups, all racks, then the scores; a press shows all at once (ux-R11)', async ({
  page,
}) => {
  const stage = await Stage.open(page, sceneOf(holding('J')));
  show(stage, RUMMIKUB['round over']?.() ?? viewOf());
  const end = page.getByRole('region', { name: 'You win the round' });
  await end.getByRole('button', { name: 'Skip' }).click();
  await expect(end.getByRole('list', { name: 'Your groups' }).locator('> li')).toHaveCount(5);
  await expect(end.getByRole('list', { name: 'The rack of Jan' }).locator('svg')).toHaveCount(14);
  await expect(page.getByRole('dialog', { name: 'The round is over' })).toBeVisible({ timeout: 6_000 });
});

test('two equal tiles stay two: the one that was chosen goes (ux-R13)', ONCE, async ({ page }) => {
  const anna = new Player(page, 'mouse');
  const rack = ['R5', ...RACK.slice(0, 13), 'R5'];
  const view = holding('R5', { variant: { ...viewOf().variant, copies: 2 }, rack });
  const stage = await Stage.open(page, sceneOf(view));
  await anna.drag(anna.place(14), anna.place('throw'));
  await expect.poll(() => stage.actions).toEqual([{ kind: 'throw', tile: 'R5' }]);
  show(stage, viewOf({ variant: view.variant, rack: rack.slice(0, 14), phase: { phase: 'take', turn: 1 } }), {
    kind: 'threw',
    seat: 0,
    tile: 'R5',
  });
  await expect.poll(() => anna.tape()).toBe(rack.slice(0, 14).join(' '));
});
