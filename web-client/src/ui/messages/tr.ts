/** Turkish: texts of the shared parts. */
import type { Texts } from '../messages.ts';

const tr: Texts = {
  busy: 'Sunucu bekleniyor',
  close: 'Kapat',
  dismiss: 'Gizle',
  cancel: 'Vazgeç',
  ok: 'Tamam',
};

export default tr;
