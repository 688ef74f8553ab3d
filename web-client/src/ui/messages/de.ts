/** German: texts of the shared parts. */
import type { Texts } from '../messages.ts';

const de: Texts = {
  busy: 'Warte auf den Server',
  close: 'Schließen',
  dismiss: 'Ausblenden',
  cancel: 'Abbrechen',
  ok: 'OK',
};

export default de;
