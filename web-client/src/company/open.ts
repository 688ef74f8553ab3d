/** Opens what this folder has, with its texts, when a room asks for it. */
import { loadTexts } from '../i18n/dictionary.ts';
import Hands from './Hands.svelte';
import Questions from './Questions.svelte';

export async function openCompany(): Promise<{ Hands: typeof Hands; Questions: typeof Questions }> {
  await loadTexts();
  return { Hands, Questions };
}
