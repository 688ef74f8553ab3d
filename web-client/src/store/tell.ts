/** Tells the player why a command was rejected. */
import { reasonOf } from '../i18n/reasons.ts';
import { toast } from '../ui/toast.svelte.ts';
import type { Advice, Done } from './session.svelte.ts';

/** Waits for a command and shows the reason if it was rejected. Answers how it went. */
export async function tell<D extends Done | Advice>(
  asked: Promise<D>,
  ofGame?: (code: string) => string | undefined,
): Promise<D> {
  const done = await asked;
  if (!done.ok) toast(reasonOf(done.code, ofGame), 'bad');
  return done;
}
