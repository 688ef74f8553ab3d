import { afterEach, describe, expect, test } from 'vitest';
import { t as learn } from '../learn/messages.ts';
import { t as replay } from '../replay/messages.ts';
import { t as rules } from '../rules/messages.ts';
import { t as rummikub } from '../rummikub/messages.ts';
import { t as screens } from '../screens/messages.ts';
import { t as table } from '../table/messages.ts';
import { t as tichu } from '../tichu/messages.ts';
import { t as ui } from '../ui/messages.ts';
import { dictionary, type Same } from './dictionary.ts';
import {
  formatCountdown,
  formatList,
  formatNumber,
  formatSigned,
  LOCALES,
  pluralDe,
  pluralEn,
  pluralRo,
  pluralTr,
  pluralUk,
  setLocale,
} from './locale.svelte.ts';
import { t as reasons } from './messages.ts';
import { reasonOf } from './reasons.ts';

afterEach(() => setLocale('en'));

describe('plurals (ux-C16)', () => {
  const tiles = { one: '# фішка', few: '# фішки', many: '# фішок', other: '# фішки' };
  test.each([
    [0, '0 фішок'],
    [1, '1 фішка'],
    [2, '2 фішки'],
    [4, '4 фішки'],
    [5, '5 фішок'],
    [11, '11 фішок'],
    [12, '12 фішок'],
    [21, '21 фішка'],
    [22, '22 фішки'],
    [111, '111 фішок'],
  ])('%i', (count, expected) => {
    expect(pluralUk(count, tiles)).toBe(expected);
  });

  test.each([
    [
      'en',
      [0, 1, 2],
      (n: number) => pluralEn(n, { one: '# tile', other: '# tiles' }),
      ['0 tiles', '1 tile', '2 tiles'],
    ],
    [
      'de',
      [0, 1, 2],
      (n: number) => pluralDe(n, { one: '# Stein', other: '# Steine' }),
      ['0 Steine', '1 Stein', '2 Steine'],
    ],
    [
      'ro',
      [0, 1, 2, 19, 20, 101, 120],
      (n: number) => pluralRo(n, { one: '# piesă', few: '# piese', other: '# de piese' }),
      ['0 piese', '1 piesă', '2 piese', '19 piese', '20 de piese', '101 piese', '120 de piese'],
    ],
    [
      'tr',
      [0, 1, 5],
      (n: number) => pluralTr(n, { one: '# taş', other: '# taş' }),
      ['0 taş', '1 taş', '5 taş'],
    ],
  ])('%s has its own forms', (_, counts, plural, expected) => {
    expect(counts.map(plural)).toEqual(expected);
  });
});

test('numbers, signs and lists are written as the language writes them', () => {
  expect([formatNumber(1_234), formatSigned(25), formatSigned(0)]).toEqual(['1,234', '+25', '0']);
  expect(formatList(['Anna', 'Jan', 'Eva'])).toBe('Anna, Jan and Eva');
  setLocale('uk');
  expect(formatNumber(12_345)).toBe('12\u00a0345');
  expect(formatList(['Анна', 'Ян'])).toBe('Анна і Ян');
});

test.each([
  [67_000, '1:07'],
  [59_001, '1:00'],
  [9_999, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%i ms are %s', (millis, expected) => {
  expect(formatCountdown(millis)).toBe(expected);
});

test('a switch changes every text and the language of the page at once', () => {
  expect(screens.ready).toBe('Ready');
  setLocale('uk');
  expect([screens.ready, document.documentElement.lang]).toEqual(['Готово', 'uk']);
  expect(screens.watchers(5)).toBe('5 глядачів');
});

test('no text is empty in any language', () => {
  for (const locale of LOCALES) {
    setLocale(locale);
    for (const [name, texts] of Object.entries({
      learn,
      reasons,
      replay,
      rules,
      rummikub,
      screens,
      table,
      tichu,
      ui,
    })) {
      for (const [key, text] of Object.entries(texts)) {
        const all = typeof text === 'object' ? Object.values(text) : [text];
        for (const each of all)
          if (typeof each === 'string') expect(each, `${locale} ${name}.${key}`).not.toBe('');
      }
    }
  }
});

/** Every text of a dictionary that is no function, by its key. */
function plain(texts: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, text] of Object.entries(texts) as [string, unknown][]) {
    if (typeof text === 'string') found.set(key, text);
    else if (typeof text === 'object' && text !== null) {
      for (const [code, inner] of Object.entries(text) as [string, string][])
        found.set(`${key}.${code}`, inner);
    }
  }
  return found;
}

test.each(LOCALES.filter((language) => language !== 'en'))(
  '%s shares no sentence with English',
  (language) => {
    for (const part of [learn, reasons, replay, rules, rummikub, screens, table, tichu, ui]) {
      setLocale('en');
      const english = plain(part);
      setLocale(language);
      for (const [key, text] of plain(part)) {
        if (text.split(' ').filter((word) => /\p{L}/u.test(word)).length >= 3)
          expect(text, key).not.toBe(english.get(key));
      }
    }
  },
);

test('a missing key, an unknown key and other parameters do not compile', () => {
  const en = { a: 'a', b: (n: number) => `${n}`, codes: { x: 'x' } };
  type Texts = Same<typeof en>;
  // @ts-expect-error `b` is missing.
  const missing: Texts = { a: 'а', codes: { x: 'х' } };
  // @ts-expect-error English has no `c`.
  const unknown: Texts = { a: 'а', b: (n) => `${n}`, c: 'с', codes: { x: 'х' } };
  // @ts-expect-error A number is no text.
  const other: Texts = { a: 'а', b: (n: string) => n, codes: { x: 'х' } };
  // @ts-expect-error A code has no text.
  const code: Texts = { a: 'а', b: (n) => `${n}`, codes: {} };
  // @ts-expect-error A language is missing.
  dictionary<Texts>({ en: () => Promise.resolve({ default: en }) });
  expect([missing, unknown, other, code]).toHaveLength(4);
});

test('a code has a reason: the game’s, the room’s, or its own name', () => {
  expect(reasonOf('seat_taken')).toBe('Somebody sits there already.');
  expect(reasonOf('must_draw', (code) => (code === 'must_draw' ? 'Take a tile first.' : undefined))).toBe(
    'Take a tile first.',
  );
  expect(reasonOf('of_tomorrow', () => undefined)).toContain('of_tomorrow');
});
