/**
 * What this browser remembers between visits, in `localStorage` under the prefix `parlour.`.
 *
 * A browser may refuse storage (private windows, full disk): then nothing is remembered, and nothing fails.
 */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`parlour.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`parlour.${key}`);
    else localStorage.setItem(`parlour.${key}`, value);
  } catch {
    // The choice holds for this visit only.
  }
}
