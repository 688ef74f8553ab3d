/** German: what the table asks: votes, and hands that are shown. */
import { pluralDe } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const de: Texts = {
  questions: 'Fragen des Tisches',
  away: (name) => `${name} ist weg. Was soll der Tisch tun?`,
  choices: { bot: 'Bot spielen lassen', wait: 'Warten', end: 'Partie beenden' },
  voices: (n) => pluralDe(n, { one: '# Stimme', other: '# Stimmen' }),
  botPlays: 'Ein Bot spielt für dich.',
  here: 'Ich bin da',
  asks: (name) => `${name} möchte deine Hand sehen.`,
  show: 'Zeigen',
  always: 'Immer zeigen',
  notNow: 'Nicht jetzt',
  hands: 'Hände',
  ask: (name) => `${name} bitten, die Hand zu zeigen`,
  sees: (name) => `Du siehst, was ${name} hat`,
  shows: (name) => `${name} meine Hand zeigen`,
};

export default de;
