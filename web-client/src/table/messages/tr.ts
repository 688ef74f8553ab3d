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
};

export default tr;
