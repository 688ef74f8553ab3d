/** Turkish: what the table asks: votes, and hands that are shown. */
import { pluralTr } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const tr: Texts = {
  questions: 'Masanın soruları',
  away: (name) => `${name} yok. Masa ne yapsın?`,
  choices: { bot: 'Bot oynasın', wait: 'Bekle', end: 'Maçı bitir' },
  voices: (n) => pluralTr(n, { one: '# oy', other: '# oy' }),
  botPlays: 'Senin yerine bot oynuyor.',
  here: 'Buradayım',
  asks: (name) => `${name} elini görmek istiyor.`,
  show: 'Göster',
  always: 'Hep göster',
  notNow: 'Şimdi değil',
  hands: 'Eller',
  ask: (name) => `Elini göstersin: ${name}`,
  sees: (name) => `${name} adlı oyuncunun elini görüyorsun`,
  shows: (name) => `Elimi göster: ${name}`,
};

export default tr;
