/** Ukrainian: texts of the replay. */
import type { Texts } from '../messages.ts';

const uk: Texts = {
  title: 'Перегляд',
  first: 'На початок',
  back: 'Крок назад',
  forward: 'Крок уперед',
  last: 'У кінець',
  play: 'Показувати далі',
  pause: 'Зупинити',
  speed: 'Швидкість',
  step: (n, m) => `Крок ${n} з ${m}`,
  round: (n) => `Раунд ${n}`,
  toRound: 'До раунду',
  seenFrom: 'Дивитися з місця',
  live: 'Назад до столу',
  yourTurn: 'Ваш хід!',
  loading: 'Отримуємо запис …',
  none: 'Тут ще нічого не зіграно.',
  hidden: 'до кінця раунду закрито',
  pool: (n) => `Запас: ${n}`,
  discards: 'Скид',
  wish: (r) => `Бажання: ${r}`,
  copy: 'Копіювати посилання на крок',
  copied: 'Посилання скопійовано.',
  copyFailed: 'Скопіюйте адресу сторінки, будь ласка.',
  keys: 'Стрілки — кроки, Home і End — початок і кінець, пробіл — показувати.',
  total: 'Очки',
};

export default uk;
