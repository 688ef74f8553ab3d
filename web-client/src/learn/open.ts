/** Opens what this folder has, with its texts, when a room asks for it. */
import { loadTexts } from '../i18n/dictionary.ts';
import Guide from './Guide.svelte';

export async function openGuide(): Promise<typeof Guide> {
  await loadTexts();
  return Guide;
}
