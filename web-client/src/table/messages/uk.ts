/** Ukrainian: texts of the parts that both tables use. */
import { pluralUk } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const uk: Texts = {
  expected: 'Що зараз треба зробити',
  bot: 'бот',
  botPlays: 'грає бот',
  you: 'ви',
  yourTurn: 'зараз ваш хід',
  onTurn: 'зараз ходить',
  connectionLost: (since) => `відновлює зв’язок ${since}`,
  freeSeat: 'вільне місце',
  timeLeft: (left) => `Залишилося часу: ${left}`,
  secondsLeft: (n) =>
    pluralUk(n, {
      one: 'Залишилася # секунда',
      few: 'Залишилося # секунди',
      many: 'Залишилося # секунд',
      other: 'Залишилося # секунди',
    }),
  timeUp: 'час вийшов',
  round: 'Раунд',
  total: 'Разом',
  goal: (goal) => `Гра ${goal}.`,
  winner: 'перемога',
  noRounds: 'Жодного раунду ще не зіграно.',
};

export default uk;
