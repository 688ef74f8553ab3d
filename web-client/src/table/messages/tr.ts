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
  shuffle: 'Karıştırma',
  shuffleVerdict: {
    verified: 'adil, bu cihaz doğruladı',
    partly: 'bu cihazın gördüğü kadarıyla adil',
    alone: 'yalnızca sunucu, hiçbir yer katılmadı',
    failed: 'anlaşıldığı gibi değil',
  },
  seatVerdict: {
    verified: 'bu cihaz doğruladı',
    unseen: 'katıldı; bu cihaz elin tamamını görmedi',
    absent: 'bu yer doğrulamadı',
    failed: 'doğrulama başarısız',
  },
  shuffleWhy:
    'Dağıtımdan önce sunucu ve masadaki cihazlar birer gizli sayı belirledi; sıra hepsinden çıkar. Böylece kimse kime ne geleceğini seçemedi. Sunucuyu işleten yine de her eli görebilir.',
};

export default tr;
