/** Ukrainian: texts of the shared parts. */
import type { Texts } from '../messages.ts';

const uk: Texts = {
  busy: 'Чекаємо на сервер',
  close: 'Закрити',
  dismiss: 'Прибрати',
  cancel: 'Скасувати',
  ok: 'Гаразд',
};

export default uk;
