/** English: texts of the parts that both tables use. */
import { pluralEn } from '../../i18n/locale.svelte.ts';

export default {
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
  // Keys
  keysTitle: 'Keys',
  keysGame: 'At this table',
  keysTable: 'At every table',
  keyScores: 'Scores',
  keySound: 'Sound on or off',
  keyChat: 'Write a message',
  keyList: 'This list',
  keyEscape: 'Put back, close',

  // Talk
  phrasesTitle: 'Quick phrases',
  phrases: {
    hello: 'Hello!',
    good_luck: 'Good luck!',
    well_played: 'Well played!',
    thanks: 'Thank you!',
    sorry: 'Sorry!',
    wow: 'Wow!',
    thinking: 'One moment …',
    hurry: 'Your turn!',
  },
  muteTitle: 'Not to be heard',
  mute: (name: string) => `Hide what ${name} says`,

  noWayBack: 'It cannot be taken back.',
  back: 'Back',
  shuffle: 'Shuffle',
  shuffleVerdict: {
    verified: 'fair, verified by this device',
    partly: 'fair, as far as this device saw it',
    alone: 'by the server alone, no seat took part',
    failed: 'not what was agreed',
  },
  seatVerdict: {
    verified: 'verified by this device',
    unseen: 'took part; this device did not see the whole round',
    absent: 'not verified by this seat',
    failed: 'failed',
  },
  shuffleWhy:
    'Before the deal the server and the devices of the seats each fixed a secret number; the order follows from all of them. So nobody could choose who gets what. Whoever runs the server can still see every hand.',
};
