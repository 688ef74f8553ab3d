/** Loads every text in every language before a test file runs, so that tests may switch at once by `setLocale`. */
// Sessions load it when a room is there; here it is loaded, so that no test ends before.
import '../fair/part.ts';
import { loadTexts } from '../i18n/dictionary.ts';
import { LOCALES } from '../i18n/locale.svelte.ts';
import '../i18n/messages.ts';
import '../learn/messages.ts';
import '../replay/messages.ts';
import '../rules/messages.ts';
import '../rummikub/messages.ts';
import '../screens/messages.ts';
import '../table/messages.ts';
import '../tichu/messages.ts';
import '../ui/messages.ts';

await Promise.all(LOCALES.map((language) => loadTexts(language)));
