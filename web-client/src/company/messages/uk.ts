/** Ukrainian: what the table asks: votes, and hands that are shown. */
import { pluralUk } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const uk: Texts = {
  questions: 'Питання столу',
  away: (name) => `${name} не з нами. Що робити столу?`,
  choices: { bot: 'Хай грає бот', wait: 'Чекати', end: 'Закінчити партію' },
  voices: (n) => pluralUk(n, { one: '# голос', few: '# голоси', many: '# голосів', other: '# голосу' }),
  botPlays: 'За вас грає бот.',
  here: 'Я тут',
  asks: (name) => `${name} просить показати, що у вас на руках.`,
  show: 'Показати',
  always: 'Показувати завжди',
  notNow: 'Не зараз',
  hands: 'Що на руках',
  ask: (name) => `Попросити показати: ${name}`,
  sees: (name) => `Ви бачите, що на руках: ${name}`,
  shows: (name) => `Показувати мої карти чи фішки: ${name}`,
};

export default uk;
