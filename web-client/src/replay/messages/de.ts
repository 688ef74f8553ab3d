/** German: texts of the replay. */
import type { Texts } from '../messages.ts';

const de: Texts = {
  title: 'Wiederholung',
  first: 'Zum Anfang',
  back: 'Einen Schritt zurück',
  forward: 'Einen Schritt weiter',
  last: 'Zum Ende',
  play: 'Abspielen',
  pause: 'Anhalten',
  speed: 'Tempo',
  step: (n, m) => `Schritt ${n} von ${m}`,
  round: (n) => `Runde ${n}`,
  toRound: 'Zur Runde',
  seenFrom: 'Gesehen von',
  live: 'Zurück zum Tisch',
  yourTurn: 'Du bist am Zug!',
  loading: 'Der Verlauf wird geholt …',
  none: 'Hier wurde noch nichts gespielt.',
  hidden: 'bis zum Ende der Runde verdeckt',
  pool: (n) => `Vorrat: ${n}`,
  discards: 'Abwurf',
  wish: (r) => `Wunsch: ${r}`,
  copy: 'Link zu diesem Schritt kopieren',
  copied: 'Der Link ist kopiert.',
  copyFailed: 'Kopiere bitte die Adresse der Seite.',
  keys: 'Pfeile gehen Schritte, Pos1 und Ende springen, Leertaste spielt ab.',
  total: 'Punkte',
};

export default de;
