/** Romanian: texts of the replay. */
import type { Texts } from '../messages.ts';

const ro: Texts = {
  title: 'Reluare',
  first: 'La început',
  back: 'Un pas înapoi',
  forward: 'Un pas înainte',
  last: 'La sfârșit',
  play: 'Derulează',
  pause: 'Oprește',
  speed: 'Viteză',
  step: (n, m) => `Pasul ${n} din ${m}`,
  round: (n) => `Runda ${n}`,
  toRound: 'La runda',
  seenFrom: 'Văzut de la',
  live: 'Înapoi la masă',
  yourTurn: 'E rândul tău!',
  loading: 'Se aduce istoricul …',
  none: 'Aici nu s-a jucat încă nimic.',
  hidden: 'ascuns până la sfârșitul rundei',
  pool: (n) => `Teanc: ${n}`,
  discards: 'Aruncate',
  wish: (r) => `Dorință: ${r}`,
  copy: 'Copiază linkul acestui pas',
  copied: 'Linkul e copiat.',
  copyFailed: 'Copiază adresa paginii, te rog.',
  keys: 'Săgețile fac pași, Home și End sar, Spațiu derulează.',
  total: 'Puncte',
};

export default ro;
