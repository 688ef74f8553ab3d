/** The scenes of the pictures: how each screen is reached, from the landing page or on a stage. */
import { expect, type Page } from '@playwright/test';
import { commitmentOf, hashOf } from '../src/fair/hash.ts';
import type { Event, Share } from '../src/protocol/types.ts';
import { holding, viewOf } from '../src/rummikub/fixtures.ts';
import { cards, sampleView } from '../src/tichu/sample.ts';
import { arrive, comeIn, openTable, openTalk, seat } from './people.ts';
import { four, onTurn, RUMMIKUB, sceneOf, TICHU } from './scenes.ts';
import { Stage } from './stage.ts';

/** Leads a page to what is to be pictured. */
export type Picture = (page: Page) => Promise<unknown>;
type Pictures = Readonly<Record<string, Picture>>;

const LOBBY: Pictures = {
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
  'join-refused': async (page) => {
    await page.goto('/#/join/ABCD-EFGH-JKMN');
    await page.getByLabel('Your name').fill('Olena');
    await page.getByRole('button', { name: 'Come in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  room: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Tichu');
    await seat(page, 2).getByRole('button', { name: 'Bot: seat 2' }).click();
    await expect(seat(page, 2)).toContainText('bot');
  },
  'room-of-a-guest': async (page) => {
    await arrive(page, 'Olena');
    const link = await openTable(page, 'Tichu');
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await comeIn(page, link, 'Jan');
    await expect(seat(page, 1)).toContainText('Olena');
  },
  invite: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Rummikub');
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await page.locator('.qr svg').scrollIntoViewIfNeeded();
  },
  talk: async (page) => {
    await arrive(page, 'Olena');
    await openTable(page, 'Tichu');
    await openTalk(page);
    await page.getByLabel('Message').fill('Good evening!');
    await page.getByLabel('Message').press('Enter');
    await expect(page.getByText('Good evening!')).toBeVisible();
  },
  practice: async (page) => {
    await page.goto('/#/practice/tichu');
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  },
  'rules-rummikub': async (page) => {
    await page.goto('/#/rules/rummikub');
    await expect(page.getByRole('heading', { name: 'Sets' })).toBeVisible();
  },
  'rules-tichu': async (page) => {
    await page.goto('/#/rules/tichu');
    await page.getByRole('heading', { name: 'Combinations' }).scrollIntoViewIfNeeded();
  },
};

const playing = async (page: Page, game: 'Rummikub' | 'Tichu'): Promise<void> => {
  await arrive(page, 'Olena');
  await page.getByRole('button', { name: `Play with bots: ${game}` }).click();
  if (game === 'Tichu') await page.getByRole('button', { name: 'No, deal on' }).click();
  await expect(page.getByTestId('status')).toContainText(game === 'Tichu' ? 'Choose' : 'Take a tile');
};

const replayed = async (page: Page, game: 'Rummikub' | 'Tichu'): Promise<void> => {
  await playing(page, game);
  await page.getByRole('button', { name: 'Scores' }).click();
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.getByText(/Step \d+ of \d+/)).toBeVisible();
};

const guided = async (page: Page, game: 'rummikub' | 'tichu'): Promise<void> => {
  await page.goto(`/#/learn/${game}`);
  await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible();
};

const REAL: Pictures = {
  'real-rummikub': async (page) => {
    await playing(page, 'Rummikub');
    await page.getByRole('button', { name: /Runs/ }).click();
  },
  'real-tichu': (page) => playing(page, 'Tichu'),
  'log-rummikub': async (page) => {
    await playing(page, 'Rummikub');
    await page.getByRole('button', { name: /^Pool/ }).click();
    await expect(page.getByTestId('status')).toContainText('Throw a tile');
    await openTalk(page);
    await page.getByRole('tab', { name: 'Log' }).click();
  },
  'hint-rummikub': async (page) => {
    await playing(page, 'Rummikub');
    await page.getByRole('button', { name: /^Pool/ }).click();
    await expect(page.getByTestId('status')).toContainText('Throw a tile');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'replay-rummikub': (page) => replayed(page, 'Rummikub'),
  'replay-tichu': (page) => replayed(page, 'Tichu'),
  'guide-rummikub': (page) => guided(page, 'rummikub'),
  'guide-tichu': (page) => guided(page, 'tichu'),
};

/** Every phase of both tables, as the staged tests have them. */
const PHASES: Pictures = Object.fromEntries(
  (
    [
      ['rummikub', RUMMIKUB],
      ['tichu', TICHU],
    ] as const
  ).flatMap(([game, views]) =>
    Object.entries(views).map(([phase, view]) => [
      `${game}-${phase.replaceAll(' ', '-')}`,
      async (page: Page) => {
        await Stage.open(page, sceneOf(view()));
        if (phase.endsWith('over')) await expect(page.locator('.end h2')).toBeVisible();
      },
    ]),
  ),
);

const room = (event: object): Event => ({ of: 'room', ...event }) as Event;
const jan = { id: 'jan', name: 'Jan', connected: true, since: 0 };
const nora = { id: 'nora', name: 'Nora', connected: true, since: 0 };

/** The round that the stage shows was dealt from a shuffle to which all but the last seat gave a nonce. */
async function fairly(stage: Stage, round: number): Promise<void> {
  const { id, seats } = stage.scene;
  const secret = '5e'.repeat(32);
  const commitment = commitmentOf(secret);
  const nonce = '0a'.repeat(32);
  const shares = seats.map((_, at): Share => {
    if (at === seats.length - 1) return { share: 'absent' };
    return { share: 'given', hash: hashOf(id, round, at, nonce), nonce };
  });
  const about = { round, attempt: 1, commitment };
  // The part that checks shuffles is there once it takes part in one.
  await expect.poll(() => stage.last('pledge')).toBeDefined();
  stage.tell(
    room({ kind: 'committed', ...about }),
    room({ kind: 'list_closed', hashes: seats.map(() => null) }),
    room({ kind: 'shuffled', commitment, shares }),
    room({ kind: 'revealed', ...about, shares, secret }),
  );
}

/** The end of a round without the scores, which open by themselves; the check of the shuffle is opened. */
async function ended(page: Page, view: Parameters<typeof sceneOf>[0]): Promise<void> {
  const stage = await Stage.open(page, sceneOf(view));
  const scores = page.getByRole('dialog');
  await expect(scores).toBeVisible();
  await fairly(stage, view.results.at(-1)?.round ?? 1);
  await page.keyboard.press('Escape');
  await expect(scores).toBeHidden();
  const summary = page.getByText(/^Shuffle/);
  await summary.click();
  await summary.scrollIntoViewIfNeeded();
}

const STAGED: Pictures = {
  'end-rummikub': (page) => ended(page, viewOf(RUMMIKUB['round over']?.())),
  'end-tichu': (page) => ended(page, sampleView(TICHU['round over']?.())),
  'scores-rummikub': async (page) => {
    await Stage.open(page, sceneOf(four(viewOf())));
    await page.getByRole('button', { name: 'Scores' }).click();
  },
  'declare-rummikub': async (page) => {
    await Stage.open(page, sceneOf(holding('J')));
    await page.getByRole('button', { name: /^Declare/ }).click();
  },
  'wish-tichu': async (page) => {
    await Stage.open(page, sceneOf(sampleView()));
    await page.locator('[data-card="1"]').click();
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'call-tichu': async (page) => {
    await Stage.open(page, sceneOf(sampleView()));
    await page
      .getByRole('button', { name: /^Tichu/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'raised-tichu': async (page) => {
    await Stage.open(page, sceneOf(sampleView({ phase: onTurn(0, '1: 4j 4s', '2: 6j 6s') })));
    for (const card of ['9s', '9p']) await page.locator(`[data-card="${card}"]`).click();
  },
  'chosen-tichu': async (page) => {
    await Stage.open(
      page,
      sceneOf(sampleView({ phase: { phase: 'exchange', submitted: [1], left: [16, 15, 16, 16] } })),
    );
    for (const [card, side] of [
      ['3s', 'left'],
      ['Aj', 'partner'],
    ] as const) {
      await page.locator(`[data-card="${card}"]`).click();
      await page.locator(`[data-side="${side}"]`).click();
    }
  },
  keys: async (page) => {
    await Stage.open(page, sceneOf(sampleView()));
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  leave: async (page) => {
    await Stage.open(page, sceneOf(sampleView()));
    await page.getByRole('button', { name: 'Lobby and leaving' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  refused: async (page) => {
    const stage = await Stage.open(page, sceneOf(sampleView()));
    stage.answer = ({ id }) => ({
      re: id,
      type: 'error',
      class: 'rules',
      code: 'not_your_turn',
      message: '',
      retry: false,
    });
    await page.locator('[data-card="5j"]').click();
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect(page.getByText('Not your turn').first()).toBeVisible();
  },
};

const COMPANY: Pictures = {
  people: async (page) => {
    await Stage.open(
      page,
      sceneOf(sampleView(), { spectators: [jan, nora], shown: [{ seat: 0, player: 'jan' }] }),
    );
    await page.getByRole('button', { name: 'People' }).click();
    await expect(page.getByRole('dialog')).toContainText('Jan');
  },
  'people-watching': async (page) => {
    const { you, ...scene } = sceneOf(four(viewOf({ seat: null, rack: null })));
    await Stage.open(page, { ...scene, you: { ...you, player: 'jan', seat: null }, spectators: [jan, nora] });
    await page.getByRole('button', { name: 'People' }).click();
    await expect(page.getByRole('dialog')).toContainText('Nora');
  },
  'spectators-talk': async (page) => {
    const scene = sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') }), { spectators: [jan, nora] });
    const stage = await Stage.open(page, scene);
    const says = (player: string, name: string, channel: string, text: string): Event =>
      room({ kind: 'chat', player, name, channel, text, at: Date.now() });
    stage.tell(
      says('p2', 'Олена', 'table', 'Who called tichu here?'),
      says('jan', 'Jan', 'spectators', 'This will be a close one.'),
      room({ kind: 'emote', player: 'p2', emote: 'well_played' }),
      says('nora', 'Nora', 'spectators', 'I would not have passed.'),
      says('p0', 'Anna', 'table', 'Wait for it…'),
    );
    await openTalk(page);
    await expect(page.getByRole('tabpanel')).toContainText('Wait for it…');
  },
  vote: async (page) => {
    const stage = await Stage.open(page, sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') })));
    stage.tell(
      room({ kind: 'presence', player: 'p2', connected: false, since: Date.now() - 125_000 }),
      room({ kind: 'vote_opened', seat: 2, closes: Date.now() + 24_000 }),
      room({ kind: 'voted', seat: 1, choice: 'bot' }),
    );
    await expect(page.getByRole('button', { name: /^Wait/ })).toBeVisible();
  },
  away: async (page) => {
    const scene = sceneOf(sampleView({ phase: onTurn(2, '1: 4j 4s') }));
    const stage = await Stage.open(page, { ...scene, prompt: { ...scene.prompt, seats: [2] } });
    stage.tell(room({ kind: 'presence', player: 'p2', connected: false, since: Date.now() - 20_000 }));
    await expect(page.getByRole('timer')).toBeVisible();
  },
  'away-with-a-clock': async (page) => {
    const since = Date.now() - 20_000;
    const scene = sceneOf(four(viewOf({ phase: { phase: 'take', turn: 2 } })));
    const prompt = { ...scene.prompt, deadline: since + 35_000 + scene.bank_ms };
    const stage = await Stage.open(page, { ...scene, prompt });
    stage.tell(room({ kind: 'presence', player: 'p2', connected: false, since }));
    await expect(page.getByTestId('status')).toContainText('the clock waits for');
  },
  'played-by-a-bot': async (page) => {
    const stage = await Stage.open(page, sceneOf(four(viewOf())));
    stage.tell(room({ kind: 'substituted', seat: 0, bot: true }));
    await expect(page.getByRole('button', { name: 'I am here' })).toBeVisible();
  },
  'asked-rummikub': async (page) => {
    const stage = await Stage.open(page, sceneOf(four(viewOf())));
    stage.tell(room({ kind: 'joined', player: jan }), room({ kind: 'hand_asked', player: 'jan', seat: 0 }));
    await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible();
  },
  'watching-a-rack': async (page) => {
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

export const PICTURES: Pictures = { ...LOBBY, ...REAL, ...PHASES, ...STAGED, ...COMPANY };
