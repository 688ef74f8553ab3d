import { describe, expect, test } from 'vitest';
import { isMeld, judge } from '../rummikub/meld.ts';
import { readings } from '../tichu/combination.ts';
import { RUMMIKUB, SECTIONS, TICHU } from './sections.ts';

/** Whether the browser's judge takes these tiles for a group, these cards for a combination. */
function isTaken(game: 'rummikub' | 'tichu', pieces: readonly string[]): boolean {
  return game === 'rummikub' ? isMeld(judge(pieces)) : readings(pieces).length > 0;
}

describe('the pictured examples are what the referee says', () => {
  const examples = [
    ...RUMMIKUB.map((section) => ['rummikub', section] as const),
    ...TICHU.map((section) => ['tichu', section] as const),
  ].flatMap(([game, { rules, examples: all }]) => all.map((example) => ({ game, rules, ...example })));

  test.each(examples.filter(({ fits }) => fits !== null))('$game $rules: $shown', ({ game, shown, fits }) => {
    for (const group of shown.split(' / ')) expect(isTaken(game, group.split(' '))).toBe(fits);
  });
});

test('each rule that a player must know is on its page', () => {
  const told = (game: 'rummikub' | 'tichu'): Set<string> =>
    new Set(SECTIONS[game].flatMap(({ rules }) => rules.split(' ')));
  for (const rule of ['R3', 'R4', 'R5', 'R8', 'R9', 'R10', 'R11', 'R12', 'R15', 'R18']) {
    expect(told('rummikub')).toContain(rule);
  }
  for (let rule = 1; rule <= 25; rule += 1) {
    // The bomb window and the finer points of a bound turn are told by the table itself.
    if (![17, 20, 21].includes(rule)) expect(told('tichu')).toContain(`T${rule}`);
  }
});
