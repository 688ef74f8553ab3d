import { describe, expect, test } from 'vitest';
import { complete, EMPTY_DRAFT, give, nextSide, sideFor, takeBack, within } from './exchange.ts';

describe('the draft of an exchange (T4, ux-T7)', () => {
  const full = give(give(give(EMPTY_DRAFT, 'left', '2j'), 'partner', 'Aj'), 'right', '3s');

  test('three cards can be confirmed, fewer cannot', () => {
    expect(complete(full)).toEqual({ left: '2j', partner: 'Aj', right: '3s' });
    expect(complete(takeBack(full, 'right'))).toBeNull();
    expect(complete(EMPTY_DRAFT)).toBeNull();
  });

  test('a card is for one seat: given anew, it leaves the first', () => {
    expect(give(full, 'right', '2j')).toEqual({ left: null, partner: 'Aj', right: '2j' });
  });

  test('the next seat is the first without a card', () => {
    expect(nextSide(EMPTY_DRAFT)).toBe('left');
    expect(nextSide(takeBack(full, 'partner'))).toBe('partner');
    expect(nextSide(full)).toBeNull();
  });

  test('it knows where a card lies', () => {
    expect(sideFor(full, 'Aj')).toBe('partner');
    expect(sideFor(full, 'Ks')).toBeNull();
  });

  test('a card that left the hand leaves the draft', () => {
    expect(within(full, ['2j', '3s'])).toEqual({ left: '2j', partner: null, right: '3s' });
  });
});
