/**
 * A dictionary: the same keys in every language, loaded in one language at a time and read in the current one.
 *
 * Each part of the page has `messages.ts` and one file a language in `messages/`; see `frame.ts` for the parts that
 * every page needs. English says what keys there are;
 * a key that is missing in another language, that is not in English, or whose parameters differ, is a compile error:
 *
 * ```ts
 * // messages/en.ts
 * export default { draw: 'Draw a tile', left: (n: number) => pluralEn(n, { one: '# tile', other: '# tiles' }) };
 * // messages/uk.ts
 * const uk: Texts = { draw: 'Візьміть фішку', left: (n) => pluralUk(n, { one: '# фішка', … }) };
 * export default uk;
 * // messages.ts
 * export type Texts = Same<typeof en>;
 * export const t = dictionary<Texts>({ en: () => import('./messages/en.ts'), uk: () => import('./messages/uk.ts'), … });
 * // in a template: {t.draw} {t.left(5)} – both follow a switch of language
 * ```
 *
 * Invariant: `speak()` switches only when every part that is on the page is loaded in the new language, so no text is
 * ever missing. A part that comes later (a table) calls `loadTexts()` before it shows.
 */
import { locale, setLocale, type Locale } from './locale.svelte.ts';

/** The type of every language's texts, from the English ones: the same keys, the same parameters. */
export type Same<M> = {
  readonly [K in keyof M]: M[K] extends string
    ? string
    : M[K] extends (...about: infer A) => string
      ? (...about: A) => string
      : { readonly [C in keyof M[K]]: string };
};

/** Where the texts of one part come from, language by language. */
export type Languages<T> = { readonly [L in Locale]: () => Promise<{ readonly default: T }> };

/** One part's texts, as far as they are loaded. */
class Part<T extends object> {
  readonly #files: Languages<T>;
  readonly #loaded = new Map<Locale, T>();

  constructor(files: Languages<T>) {
    this.#files = files;
  }

  async load(language: Locale): Promise<void> {
    if (!this.#loaded.has(language)) this.#loaded.set(language, (await this.#files[language]()).default);
  }

  get texts(): T {
    const texts = this.#loaded.get(locale());
    if (texts === undefined) throw new Error(`texts are read before they are loaded (${locale()})`);
    return texts;
  }
}

const parts: Part<object>[] = [];

/** The texts of one part of the page, read in the current language. */
export function dictionary<T extends object>(files: Languages<T>): T {
  const part = new Part(files);
  parts.push(part);
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(part.texts, key),
    ownKeys: () => Reflect.ownKeys(part.texts),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(part.texts, key),
  });
}

/** Loads what all parts of the page have to say in one language; without an argument in the current one. */
export async function loadTexts(language: Locale = locale()): Promise<void> {
  await Promise.all(parts.map((part) => part.load(language)));
}

let wanted = 0;

/** Switches the language once its texts are there; of two quick switches the later one holds. */
export async function speak(language: Locale): Promise<void> {
  wanted += 1;
  const mine = wanted;
  await loadTexts(language);
  if (mine === wanted) setLocale(language);
}
