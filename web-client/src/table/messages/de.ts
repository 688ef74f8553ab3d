/** German: texts of the parts that both tables use. */
import { pluralDe } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const de: Texts = {
  expected: 'Was jetzt zu tun ist',
  bot: 'Bot',
  botPlays: 'ein Bot spielt',
  you: 'du',
  yourTurn: 'am Zug: du',
  onTurn: 'am Zug',
  connectionLost: (since) => `verbindet neu ${since}`,
  freeSeat: 'freier Platz',
  timeLeft: (left) => `Restzeit: ${left}`,
  secondsLeft: (n) => pluralDe(n, { one: 'noch # Sekunde', other: 'noch # Sekunden' }),
  timeUp: 'die Zeit ist um',
  round: 'Runde',
  total: 'Summe',
  goal: (goal) => `Gespielt wird ${goal}.`,
  winner: 'gewonnen',
  noRounds: 'Noch keine Runde ist zu Ende.',
  // Tasten
  keysTitle: 'Tasten',
  keysGame: 'An diesem Tisch',
  keysTable: 'An jedem Tisch',
  keyScores: 'Punktestand',
  keySound: 'Ton an oder aus',
  keyChat: 'Nachricht schreiben',
  keyList: 'Diese Liste',
  keyEscape: 'Zurücklegen, schließen',

  // Gespräch
  phrasesTitle: 'Schnelle Sätze',
  phrases: {
    hello: 'Hallo!',
    good_luck: 'Viel Glück!',
    well_played: 'Gut gespielt!',
    thanks: 'Danke!',
    sorry: 'Tut mir leid!',
    wow: 'Wow!',
    thinking: 'Moment …',
    hurry: 'Du bist dran!',
  },
  muteTitle: 'Wen du nicht hörst',
  mute: (name) => `Verbergen, was ${name} sagt`,

  noWayBack: 'Das lässt sich nicht zurücknehmen.',
  back: 'Zurück',
};

export default de;
