/**
 * A dictionary: the same keys in every language, read in the current one.
 *
 * A message is a text, or a function of what it speaks about. A key that is missing in one language, or whose
 * parameters differ, is a compile error:
 *
 * ```ts
 * export const t = dictionary({
 *   en: { draw: 'Draw a tile', left: (n: number) => pluralEn(n, { one: '# tile', other: '# tiles' }) },
 *   uk: { draw: 'Візьміть фішку', left: (n) => pluralUk(n, { one: '# фішка', few: '# фішки', many: '# фішок', other: '# фішки' }) },
 * });
 * // in a template: {t.draw} {t.left(5)} – both follow a switch of language
 * ```
 */
import { locale, type Locale } from './locale.svelte.ts';

/** A text, or a function that makes one. Records hold the texts of codes: `codes: { must_draw: 'Take a tile first' }`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- parameters are checked key by key in `Same`
type Message = string | ((...about: any[]) => string) | Readonly<Record<string, string>>;

/** The same keys with the same parameters; only the texts differ. */
type Same<M> = {
  [K in keyof M]: M[K] extends string
    ? string
    : M[K] extends (...about: infer A) => string
      ? (...about: A) => string
      : { [C in keyof M[K]]: string };
};

export type Dictionary<M> = Readonly<Same<M>>;

export function dictionary<M extends Record<string, Message>>(
  texts: { en: M } & { [L in Exclude<Locale, 'en'>]: Same<NoInfer<M>> },
): Dictionary<M> {
  const speak: Record<Locale, Same<M>> = texts as never;
  const read = {};
  for (const key of Object.keys(texts.en)) {
    Object.defineProperty(read, key, { enumerable: true, get: () => speak[locale()][key] });
  }
  return read as Dictionary<M>;
}
