/** Turkish: texts of the parts that both tables use. */
import { pluralTr } from '../../i18n/locale.svelte.ts';
import type { Texts } from '../messages.ts';

const tr: Texts = {
  expected: 'Şimdi ne yapılacak',
  bot: 'bot',
  botPlays: 'bot oynuyor',
  you: 'sen',
  yourTurn: 'sıra sende',
  onTurn: 'sırası',
  connectionLost: (since) => `yeniden bağlanıyor ${since}`,
  freeSeat: 'boş yer',
  timeLeft: (left) => `Kalan süre: ${left}`,
  secondsLeft: (n) => pluralTr(n, { one: '# saniye kaldı', other: '# saniye kaldı' }),
  timeUp: 'süre doldu',
  round: 'Tur',
  total: 'Toplam',
  goal: (goal) => `Oyun ${goal}.`,
  winner: 'kazandı',
  noRounds: 'Henüz biten tur yok.',
  // Tuşlar
  keysTitle: 'Tuşlar',
  keysGame: 'Bu masada',
  keysTable: 'Her masada',
  keyScores: 'Puanlar',
  keySound: 'Sesi aç ya da kapat',
  keyChat: 'Mesaj yaz',
  keyList: 'Bu liste',
  keyEscape: 'Geri koy, kapat',

  // Sohbet
  phrasesTitle: 'Hazır sözler',
  phrases: {
    hello: 'Merhaba!',
    good_luck: 'Bol şans!',
    well_played: 'İyi oynadın!',
    thanks: 'Teşekkürler!',
    sorry: 'Kusura bakma!',
    wow: 'Vay!',
    thinking: 'Bir dakika …',
    hurry: 'Sıra sende!',
  },
  muteTitle: 'Duymak istemediklerin',
  mute: (name) => `${name} ne derse gizle`,

  noWayBack: 'Bu geri alınamaz.',
  back: 'Geri',
};

export default tr;
