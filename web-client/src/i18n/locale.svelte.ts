/**
 * Which language the page speaks, and how it writes numbers, dates, lists and plurals.
 *
 * Invariant: `<html lang>` is the current locale; everything here that is read in a template follows a switch.
 */
import { recall, remember } from '../ui/remember.ts';

export const LOCALES = ['en', 'uk', 'de', 'ro', 'tr'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language by its own name, for the menu. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  uk: 'Українська',
  de: 'Deutsch',
  ro: 'Română',
  tr: 'Türkçe',
};

function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** What the player chose, else the first language of the browser that we speak, else English. */
function initial(): Locale {
  const chosen = recall('locale');
  if (isLocale(chosen)) return chosen;
  for (const language of navigator.languages) {
    const base = language.split('-')[0];
    if (isLocale(base)) return base;
  }
  return 'en';
}

const first = initial();
let current = $state<Locale>(first);
document.documentElement.lang = first;

export function locale(): Locale {
  return current;
}

export function setLocale(next: Locale): void {
  current = next;
  document.documentElement.lang = next;
  remember('locale', next);
}

/** The full tags that `Intl` is asked for: the English of this client is British. */
const TAGS: Record<Locale, string> = { en: 'en-GB', uk: 'uk-UA', de: 'de-DE', ro: 'ro-RO', tr: 'tr-TR' };

/** One object of `Intl` a locale, made when it is first needed. */
function perLocale<T>(make: (tag: string) => T): () => T {
  const made = new Map<Locale, T>();
  return () => {
    let value = made.get(current);
    if (value === undefined) {
      value = make(TAGS[current]);
      made.set(current, value);
    }
    return value;
  };
}

const numbers = perLocale((tag) => new Intl.NumberFormat(tag));
const signed = perLocale((tag) => new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' }));
const lists = perLocale((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const times = perLocale((tag) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' }));

/** `1,234` */
export const formatNumber = (value: number): string => numbers().format(value);
/** `+25`, `−25`, `0` */
export const formatSigned = (value: number): string => signed().format(value);
/** `Anna, Jan and Olena` */
export const formatList = (items: readonly string[]): string => lists().format(items);
/** `18:05`; the argument is in milliseconds since 1970. */
export const formatTime = (millis: number): string => times().format(millis);
/** `1:07` for 67,000; what is left of a second counts as a whole one, so that 0:00 means over. */
export function formatCountdown(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A plural of one language: which forms it has is in the type, so that none is forgotten. */
function pluralOf<Form extends string>(language: Locale) {
  let rules: Intl.PluralRules | undefined;
  return (count: number, forms: Readonly<Record<Form, string>>): string => {
    rules ??= new Intl.PluralRules(language);
    return forms[rules.select(count) as Form].replace('#', formatNumber(count));
  };
}

/** English: `pluralEn(n, { one: '# tile', other: '# tiles' })`; a `#` in a form becomes the number. */
export const pluralEn = pluralOf<'one' | 'other'>('en');
/** Ukrainian: 1 фішка, 2 фішки, 5 фішок, 1,5 фішки. */
export const pluralUk = pluralOf<'one' | 'few' | 'many' | 'other'>('uk');
/** German: 1 Stein, 2 Steine. */
export const pluralDe = pluralOf<'one' | 'other'>('de');
/** Romanian: 1 piesă, 2 piese, 20 de piese. */
export const pluralRo = pluralOf<'one' | 'few' | 'other'>('ro');
/** Turkish: a noun after a number keeps its singular, its suffixes need not. */
export const pluralTr = pluralOf<'one' | 'other'>('tr');
