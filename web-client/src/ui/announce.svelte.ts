/**
 * One polite live region for the whole page.
 *
 * Invariants: a text is spoken once; two texts in one moment are spoken together; the same text again is spoken again.
 */
let spoken = $state({ text: '', turn: 0 });
let waiting: string[] = [];

/** One text after another; a full stop between them unless the first has an end of its own. */
const joined = (before: string, text: string): string =>
  `${before}${/[.!?…]$/.test(before) ? '' : '.'} ${text}`;

/** Says `text` to those who cannot see the page. */
export function announce(text: string): void {
  if (text === '') return;
  waiting.push(text);
  if (waiting.length > 1) return;
  queueMicrotask(() => {
    spoken = { text: [...new Set(waiting)].reduce(joined), turn: spoken.turn + 1 };
    waiting = [];
  });
}

/** What stands in the live region; `turn` changes with every announcement. */
export function announcement(): { text: string; turn: number } {
  return spoken;
}
