/**
 * Keeps the screen from going dark while a round is played (ux-C28).
 *
 * A browser may refuse (low battery, no such feature) and gives the lock up whenever the page is hidden: then it is asked
 * for again when the page is back. Nothing depends on it.
 */

/** Keeps the screen awake until the answer is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;

  async function ask(): Promise<void> {
    if (!wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      // The table may have been left while the browser was thinking.
      if (wanted) lock = got;
      else await got.release();
    } catch {
      // Refused: the screen goes dark as it always does.
    }
  }

  const visible = (): void => void ask();
  document.addEventListener('visibilitychange', visible);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', visible);
    void lock?.release().catch(() => {});
    lock = null;
  };
}
