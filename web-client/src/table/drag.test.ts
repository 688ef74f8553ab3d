import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dragging, type Drag } from './drag.ts';

/** A table with two places: `a` can be lifted, `b` can be dropped on. */
function setUp(grouped = false) {
  document.body.innerHTML = '<div id="table"><i id="a"></i><i id="b"></i></div>';
  const table = document.getElementById('table') as HTMLElement;
  const drags: (Drag<string, string> | null)[] = [];
  const drop = vi.fn<(from: string, to: string, group: boolean) => void>();
  const hands = dragging<string, string>({
    lift: ({ id }) => (id === 'a' ? id : null),
    placeAt: (_, x) => (x >= 100 ? 'b' : null),
    grouped: () => grouped,
    drag: (drag) => drags.push(drag),
    drop,
  });
  const detach = hands.attach(table);
  const clicked = vi.fn();
  table.addEventListener('click', clicked);
  return { hands, drags, drop, clicked, detach, table };
}

const send = (type: string, x: number, on = 'a'): boolean | undefined =>
  document.getElementById(on)?.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      clientX: x,
      clientY: 0,
      isPrimary: true,
      button: 0,
      pointerId: 1,
    }),
  );
const click = (): boolean | undefined =>
  document.getElementById('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('dragging (ux-C5)', () => {
  test('a press that does not move is a click and no drag', () => {
    const { drags, drop, clicked } = setUp();
    send('pointerdown', 0);
    send('pointermove', 3);
    send('pointerup', 3);
    click();
    expect(drags.filter((drag) => drag !== null)).toEqual([]);
    expect(drop).not.toHaveBeenCalled();
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  test('a drag says where it is, drops once, and no click follows', () => {
    const { drags, drop, clicked } = setUp();
    send('pointerdown', 0);
    send('pointermove', 50);
    expect(drags.at(-1)).toEqual({ from: 'a', group: false, dx: 50, dy: 0, over: null });
    send('pointermove', 120);
    send('pointerup', 120);
    click();
    expect(drop).toHaveBeenCalledExactlyOnceWith('a', 'b', false);
    expect(drags.at(-1)).toBeNull();
    expect(clicked).not.toHaveBeenCalled();
    vi.runAllTimers();
    click();
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['beside every place', () => send('pointerup', 50)],
    ['when the browser takes the pointer', () => send('pointercancel', 120)],
    ['by Escape', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    ['when the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
  ])('ends without a change %s', (_, end) => {
    const { drags, drop } = setUp();
    send('pointerdown', 0);
    send('pointermove', 50);
    end();
    send('pointerup', 120);
    expect(drop).not.toHaveBeenCalled();
    expect(drags.at(-1)).toBeNull();
  });

  test('ends without a change when the table cancels it or goes away (ux-R12)', () => {
    const { hands, drop, detach } = setUp();
    for (const end of [() => hands.cancel(), () => detach?.()]) {
      send('pointerdown', 0);
      send('pointermove', 120);
      end();
      send('pointerup', 120);
      expect(drop).not.toHaveBeenCalled();
    }
  });

  test('another finger does not disturb it, and what cannot be lifted is no drag', () => {
    const { drags, drop } = setUp();
    send('pointerdown', 0, 'b');
    send('pointermove', 120, 'b');
    expect(drags).toEqual([]);
    send('pointerdown', 0);
    document
      .getElementById('a')
      ?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, clientX: 120, pointerId: 2 }));
    expect(drop).not.toHaveBeenCalled();
  });

  test('a long press lifts the whole group (ux-R10)', () => {
    const { drags, drop } = setUp(true);
    send('pointerdown', 0);
    vi.advanceTimersByTime(400);
    expect(drags.at(-1)).toMatchObject({ group: true, dx: 0 });
    send('pointermove', 120);
    send('pointerup', 120);
    expect(drop).toHaveBeenCalledExactlyOnceWith('a', 'b', true);
  });
});
