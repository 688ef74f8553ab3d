/** Romanian: texts of the shared parts. */
import type { Texts } from '../messages.ts';

const ro: Texts = {
  busy: 'Se așteaptă serverul',
  close: 'Închide',
  dismiss: 'Ascunde',
  cancel: 'Renunță',
  ok: 'OK',
};

export default ro;
