/** Romanian: texts of the parts that both tables use. */
import { pluralRo } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const ro: Texts = {
  expected: 'Ce urmează acum',
  bot: 'bot',
  botPlays: 'joacă un bot',
  you: 'tu',
  yourTurn: 'la rând: tu',
  onTurn: 'la rând',
  connectionLost: (since) => `se reconectează ${since}`,
  freeSeat: 'loc liber',
  timeLeft: (left) => `Timp rămas: ${left}`,
  secondsLeft: (n) =>
    pluralRo(n, {
      one: 'a rămas o secundă',
      few: 'au rămas # secunde',
      other: 'au rămas # de secunde',
    }),
  timeUp: 'timpul a expirat',
  round: 'Rundă',
  total: 'Total',
  goal: (goal) => `Se joacă ${goal}.`,
  winner: 'a câștigat',
  noRounds: 'Nicio rundă nu s-a încheiat încă.',
  // Taste
  keysTitle: 'Taste',
  keysGame: 'La această masă',
  keysTable: 'La orice masă',
  keyScores: 'Scorul',
  keySound: 'Sunet pornit sau oprit',
  keyChat: 'Scrie un mesaj',
  keyList: 'Această listă',
  keyEscape: 'Pune înapoi, închide',

  // Discuție
  phrasesTitle: 'Replici scurte',
  phrases: {
    hello: 'Salut!',
    good_luck: 'Succes!',
    well_played: 'Bine jucat!',
    thanks: 'Mulțumesc!',
    sorry: 'Scuze!',
    wow: 'Uau!',
    thinking: 'O clipă …',
    hurry: 'E rândul tău!',
  },
  muteTitle: 'Pe cine nu auzi',
  mute: (name) => `Ascunde ce spune ${name}`,

  noWayBack: 'Nu se poate lua înapoi.',
  back: 'Înapoi',
  shuffle: 'Amestecare',
  shuffleVerdict: {
    verified: 'corectă, verificată de acest dispozitiv',
    partly: 'corectă, cât a văzut acest dispozitiv',
    alone: 'doar de server, niciun loc nu a participat',
    failed: 'nu este cea convenită',
  },
  seatVerdict: {
    verified: 'verificat de acest dispozitiv',
    unseen: 'a participat; acest dispozitiv nu a văzut toată runda',
    absent: 'neverificat de acest loc',
    failed: 'verificarea a eșuat',
  },
  shuffleWhy:
    'Înainte de împărțire, serverul și dispozitivele de la masă au fixat fiecare câte un număr secret; ordinea decurge din toate. Astfel nimeni nu a putut alege cine ce primește. Cine administrează serverul poate vedea totuși fiecare mână.',
};

export default ro;
