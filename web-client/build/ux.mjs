/**
 * Which test shows which promise of the tables: writes `docs/ux-tests.md` from the titles of all tests of the client, or
 * answers what is missing. `npm run ux` writes it; `src/testing/ux.test.ts` fails when it is stale or has a hole.
 *
 * A test names the promises that it shows in its title: `(ux-C7)` or `(ux-C7, ux-C8)`; C7 alone would be a rule.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The promises in short: number, priority (0: an evening fails without it, 1: players ask for it, 2: later), what. */
export const PROMISES = [
  ['C1', 0, 'Whose turn it is: in words, by a mark on the seat, in the title, and spoken once'],
  ['C2', 0, 'One status line says what is expected now, in every phase and language'],
  ['C3', 0, 'Nothing shared changes before the server says so; a refusal shows its reason'],
  ['C4', 0, 'Every action by drag, by two taps, and by keyboard alone'],
  ['C5', 0, 'A drag that ends nowhere, is cancelled or overtaken takes nothing with it'],
  ['C6', 0, 'Targets of 24 and 44 pixels, nothing scrolls sideways at 320 pixels'],
  ['C7', 0, 'A lost line shows a banner, keeps all that was begun, and comes back by itself'],
  ['C8', 0, 'A dead line is found without traffic; the others see who is away, and since when'],
  ['C9', 0, 'A reload or another device puts the player back; a second tab takes over knowingly'],
  ['C10', 0, 'From a new table to a copied link in two presses; a guest needs a name only'],
  ['C11', 0, 'Another protocol asks for a reload, a planned restart is announced'],
  ['C12', 0, 'The clock follows the server’s deadline, as number and bar, and warns at ten seconds'],
  ['C13', 0, 'No information by colour alone'],
  ['C14', 0, 'Contrast and axe in every phase, both lights, three sizes'],
  ['C15', 0, 'Scores one press away; they open by themselves after a round'],
  [
    'C16',
    0,
    'Languages switch without a reload; plurals and numbers are the language’s own; nothing is cut off',
  ],
  ['C17', 1, 'A log of all that happened, line by line, in words'],
  ['C18', 1, 'Sounds with volume and mute; a hidden tab tells of your turn'],
  ['C19', 1, 'Stillness for those who ask for it; three speeds'],
  ['C20', 1, 'Day, evening, or like the system'],
  ['C21', 1, 'Chat and phrases that cover nothing, can be muted, and a zen switch'],
  ['C22', 1, 'Spectators see public things only and have a channel of their own'],
  ['C23', 1, 'Rematch on the same seats by one press each'],
  ['C24', 1, 'Leaving asks once; the seat is kept for a while, then the table decides'],
  ['C25', 1, 'A list of keys; single keys work on every layout and can be switched off'],
  ['C26', 1, 'Replay by steps, by itself, from any seat, from a link; looking back while playing'],
  ['C27', 1, 'Undo for what is local; on wish a question before a move'],
  ['C28', 2, 'Awake screen, installable, haptics, left hand, large print'],
  ['R1', 0, 'A rack of 24 slots, all in sight on every screen'],
  ['R2', 0, 'Only the player moves the tiles of the rack'],
  ['R3', 0, 'Dropping places or inserts; no tile is lost or doubled'],
  ['R4', 0, 'Two sorts with their marks, groups set apart, one step back'],
  ['R5', 0, 'Take, then throw: sources and target are marked, the new tile is shown'],
  ['R6', 0, 'Declaring shows the groups as they will be judged; a refusal says why'],
  ['R7', 0, 'Marks below groups, a count, and what a joker stands for'],
  ['R8', 0, 'Discards with top tile and count, opened as a list'],
  ['R9', 0, 'Opponents with tiles, connection and order of turns'],
  ['R10', 1, 'A whole group moves at once, by pointer and by keys'],
  ['R11', 1, 'The reveal: groups, racks, scores; it can be skipped'],
  ['R12', 1, 'When time is up the log says what was done; a drag is cancelled'],
  ['R13', 1, 'Two equal tiles stay two tiles'],
  ['T1', 0, 'Seats round the table with cards, calls, places, passes, connection'],
  ['T2', 0, 'The hand in three orders, every card with a strip to read and press'],
  ['T3', 0, 'The play button names the combination or says why not; pass stands apart'],
  ['T4', 0, 'An ambiguous Phoenix asks; the table shows its value'],
  ['T5', 0, 'Grand tichu: two equal buttons over a visible hand'],
  ['T6', 0, 'Tichu: until the first card, confirmed, shown at the seat at once'],
  ['T7', 0, 'The exchange by name, to be taken back until it is confirmed'],
  ['T8', 0, 'The wish: fourteen buttons, a lasting mark, and passing refused with its reason'],
  ['T9', 0, 'The Dragon’s trick goes to a named opponent, never by accident'],
  ['T10', 0, 'Bombs out of turn; a window that is equal for all; queued plays'],
  ['T11', 0, 'The trick with names, passes and points; it stays until the next lead'],
  ['T12', 0, 'Scores with cards, calls, double victory and the way to the goal'],
  ['T13', 1, 'The last trick, and only that one'],
  ['T14', 1, 'Passing until the trick ends'],
  ['T15', 1, 'The Dog hands the lead over in sight'],
  ['T16', 1, 'Who is out sees the partner’s hand only where the table allows it'],
  ['T17', 1, 'Flashes are few, and off without motion'],
];

/** All files below `folder` whose name ends so. */
function files(folder, ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** `C7` and `C8` of a title that ends in `(ux-C7, ux-C8)`. */
const numbersOf = (title) => [...title.matchAll(/\bux-([CRT]\d+)\b/g)].map(([, number]) => number);

/** The titles of all tests and of the groups around them, with their file. */
function titles(root) {
  return [...files(join(root, 'src'), '.test.ts'), ...files(join(root, 'e2e'), '.spec.ts')].flatMap(
    (file) => {
      const source = readFileSync(file, 'utf8');
      const calls = source.matchAll(
        /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gs,
      );
      const each = source.matchAll(
        /\]\s*(?:as const)?\s*\)\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/gs,
      );
      const found = [...calls, ...each].map(
        (match) => match.slice(1).find((text) => text !== undefined) ?? '',
      );
      return [...new Set(found)].map((title) => ({ file: relative(root, file), title }));
    },
  );
}

/** For each promise the tests that show it. */
export function shown(root) {
  const all = titles(root);
  return PROMISES.map(([number, priority, what]) => ({
    number,
    priority,
    what,
    tests: all.filter(({ title }) => numbersOf(title).includes(number)),
  }));
}

/** The promises that must have a test and have none. */
export const missing = (root) =>
  shown(root)
    .filter(({ priority, tests }) => priority < 2 && tests.length === 0)
    .map(({ number }) => number);

/** The numbers in titles that are no promise. */
export function unknown(root) {
  const known = new Set(PROMISES.map(([number]) => number));
  return titles(root).flatMap(({ title }) => numbersOf(title).filter((number) => !known.has(number)));
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const entry = ({ file, title }) => `${cell(title)} (\`${file}\`)`;

/** What `text`, an earlier page, names and is no more; a newer test that it does not name yet is no fault. */
export function stale(root, text) {
  const now = new Set(titles(root).map(entry));
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ux-'))
    .flatMap((line) =>
      line
        .replace(/ \|$/, '')
        .split(/(?<!\\)\| /)
        .at(-1)
        .split('<br>'),
    )
    .map((named) => named.trim())
    .filter((named) => named !== '' && !now.has(named));
}

/** The page. */
export function page(root) {
  const rows = shown(root).map(
    ({ number, priority, what, tests }) =>
      `| ux-${number} | P${priority} | ${cell(what)} | ${tests.map(entry).join('<br>')} |`,
  );
  return `# What the tables promise, and which test shows it

Written by \`npm run ux\` in \`web-client\` from the titles of the tests; \`npm test\` fails when this page is stale, or when a promise of
priority P0 or P1 has no test. C is for both tables, R for Rummikub, T for Tichu. Titles are as in the source: \`%s\` and \`\${…}\` stand
for the cases of a test.

| Promise | | What | Tests |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (process.argv[1]?.endsWith('ux.mjs')) {
  writeFileSync('../docs/ux-tests.md', page('.'));
  process.stdout.write(
    `without a test: ${missing('.').join(' ') || 'none'}; unknown: ${unknown('.').join(' ') || 'none'}`,
  );
}
