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
  // Клавіші
  keysTitle: 'Клавіші',
  keysGame: 'За цим столом',
  keysTable: 'За кожним столом',
  keyScores: 'Рахунок',
  keySound: 'Увімкнути чи вимкнути звук',
  keyChat: 'Написати повідомлення',
  keyList: 'Цей список',
  keyEscape: 'Повернути, закрити',

  // Розмова
  phrasesTitle: 'Швидкі фрази',
  phrases: {
    hello: 'Привіт!',
    good_luck: 'Щасти!',
    well_played: 'Гарно зіграно!',
    thanks: 'Дякую!',
    sorry: 'Вибачте!',
    wow: 'Ого!',
    thinking: 'Хвилинку …',
    hurry: 'Ваш хід!',
  },
  muteTitle: 'Кого не чути',
  mute: (name) => `Сховати, що каже ${name}`,

  noWayBack: 'Скасувати це не можна.',
  back: 'Назад',
  shuffle: 'Тасування',
  shuffleVerdict: {
    verified: 'чесне, перевірено цим пристроєм',
    partly: 'чесне, наскільки бачив цей пристрій',
    alone: 'лише сервером, жодне місце не брало участі',
    failed: 'не таке, як домовлено',
  },
  seatVerdict: {
    verified: 'перевірено цим пристроєм',
    unseen: 'брало участь; цей пристрій бачив не весь раунд',
    absent: 'не перевірено цим місцем',
    failed: 'перевірка не вдалася',
  },
  shuffleWhy:
    'До роздачі сервер і пристрої за столом зафіксували кожен своє таємне число; порядок випливає з усіх. Тож ніхто не міг вибрати, кому що дістанеться. Власник сервера все одно може бачити всі руки.',
};

export default uk;
