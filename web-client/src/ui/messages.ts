/** Texts of the shared parts. */
import { dictionary } from '../i18n/dictionary.ts';

export const t = dictionary({
  en: {
    busy: 'Waiting for the server',
    close: 'Close',
    dismiss: 'Dismiss',
    cancel: 'Cancel',
    ok: 'OK',
  },
  uk: {
    busy: 'Чекаємо на сервер',
    close: 'Закрити',
    dismiss: 'Прибрати',
    cancel: 'Скасувати',
    ok: 'Гаразд',
  },
});
