/** Romanian: what the table asks: votes, and hands that are shown. */
import { pluralRo } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const ro: Texts = {
  questions: 'Întrebările mesei',
  away: (name) => `${name} lipsește. Ce face masa?`,
  choices: { bot: 'Să joace un bot', wait: 'Așteptăm', end: 'Încheie partida' },
  voices: (n) => pluralRo(n, { one: '# voce', few: '# voci', other: '# de voci' }),
  botPlays: 'Un bot joacă pentru tine.',
  here: 'Sunt aici',
  asks: (name) => `${name} ar vrea să îți vadă mâna.`,
  show: 'Arată',
  always: 'Arată mereu',
  notNow: 'Nu acum',
  hands: 'Mâini',
  ask: (name) => `Roagă pe ${name} să arate mâna`,
  sees: (name) => `Vezi ce are ${name}`,
  shows: (name) => `Arată mâna mea lui ${name}`,
};

export default ro;
