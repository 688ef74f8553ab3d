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
  shuffle: 'Mischen',
  shuffleVerdict: {
    verified: 'fair, von diesem Gerät geprüft',
    partly: 'fair, soweit dieses Gerät es sah',
    alone: 'vom Server allein, kein Platz hat mitgemischt',
    failed: 'nicht wie vereinbart',
  },
  seatVerdict: {
    verified: 'von diesem Gerät geprüft',
    unseen: 'hat mitgemischt; dieses Gerät sah nicht die ganze Runde',
    absent: 'von diesem Platz nicht geprüft',
    failed: 'Prüfung gescheitert',
  },
  shuffleWhy:
    'Vor dem Geben legten sich der Server und die Geräte am Tisch je auf eine geheime Zahl fest; die Reihenfolge folgt aus allen. So konnte niemand aussuchen, wer was bekommt. Wer den Server betreibt, kann trotzdem jede Hand sehen.',
};

export default de;
