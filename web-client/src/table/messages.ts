/** Texts of the parts that both tables use. */
import { dictionary } from '../i18n/dictionary.ts';
import { pluralEn, pluralUk } from '../i18n/locale.svelte.ts';

export const t = dictionary({
  en: {
    expected: 'What is expected now',
    bot: 'bot',
    botPlays: 'a bot plays',
    you: 'you',
    yourTurn: 'on turn: you',
    onTurn: 'on turn',
    connectionLost: (since: string) => `reconnecting ${since}`,
    freeSeat: 'free seat',
    timeLeft: (left: string) => `Time left: ${left}`,
    secondsLeft: (n: number) => pluralEn(n, { one: '# second left', other: '# seconds left' }),
    timeUp: 'time is up',
    round: 'Round',
    total: 'Total',
    goal: (goal: string) => `Played ${goal}.`,
    winner: 'winner',
    noRounds: 'No round is over yet.',
  },
  uk: {
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
  },
});
