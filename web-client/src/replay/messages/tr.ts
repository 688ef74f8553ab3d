/** Turkish: texts of the replay. */
import type { Texts } from '../messages.ts';

const tr: Texts = {
  title: 'Tekrar',
  first: 'Başa',
  back: 'Bir adım geri',
  forward: 'Bir adım ileri',
  last: 'Sona',
  play: 'Kendiliğinden oynat',
  pause: 'Durdur',
  speed: 'Hız',
  step: (n, m) => `Adım ${n} / ${m}`,
  round: (n) => `Tur ${n}`,
  toRound: 'Tura git',
  seenFrom: 'Bakılan yer',
  live: 'Masaya dön',
  yourTurn: 'Sıra sende!',
  loading: 'Olanlar getiriliyor …',
  none: 'Burada henüz bir şey oynanmadı.',
  hidden: 'tur bitene kadar kapalı',
  pool: (n) => `Yığın: ${n}`,
  discards: 'Atılanlar',
  wish: (r) => `Dilek: ${r}`,
  copy: 'Bu adımın bağlantısını kopyala',
  copied: 'Bağlantı kopyalandı.',
  copyFailed: 'Lütfen sayfanın adresini kopyala.',
  keys: 'Oklar adım atar, Home ve End atlar, Boşluk oynatır.',
  total: 'Puanlar',
};

export default tr;
