import { describe, expect, test } from 'vitest';
import { plan, read } from './groups.ts';
import { SLOTS, type Held, type Tape } from './rack.ts';

function tape(text: string): Tape {
  const words = text.split(' ');
  return Array.from({ length: SLOTS }, (_, slot): Held | null => {
    const face = words[slot] ?? '.';
    return face === '.' ? null : { id: slot, face };
  });
}

const groupsOf = (of: Tape): string[] =>
  read(of).groups.map((group) => `${group.kind} ${group.tiles.map((held) => held.face).join(' ')}`);

describe('reading the tape (ux-R7)', () => {
  test.each([
    ['one meld a stretch', 'R1 R2 R3 . K7 R7 O7', ['run R1 R2 R3', 'set K7 R7 O7']],
    ['a long run is one', 'R1 R2 R3 R4 R5 R6', ['run R1 R2 R3 R4 R5 R6']],
    ['two melds pushed together are two', 'R1 R2 R3 K7 R7 O7', ['run R1 R2 R3', 'set K7 R7 O7']],
    ['a stray that touches a meld leaves it one', 'R1 R2 R3 K9', ['run R1 R2 R3']],
    ['the most tiles, not the first meld', 'R1 R2 R3 R4 O4 B4', ['run R1 R2 R3', 'set R4 O4 B4']],
    ['an empty slot ends a meld', 'R1 R2 . R3', []],
    ['nothing is sorted', 'R3 R2 R1', []],
  ] as [string, string, string[]][])('%s', (_, from, expected) => {
    expect(groupsOf(tape(from))).toEqual(expected);
  });

  test('a stretch without a meld says why', () => {
    expect(read(tape('R5 R6 R8 . K1 K2')).strays).toEqual([
      { start: 0, end: 2, fault: 'gap' },
      { start: 4, end: 5, fault: 'too_short' },
    ]);
  });

  test('a joker says what it stands for (R5)', () => {
    expect(read(tape('R6 J R8')).groups[0]?.joker).toEqual({ id: 1, faces: ['R7'] });
    expect(read(tape('R5 J B5')).groups[0]?.joker).toEqual({ id: 1, faces: ['O5', 'K5'] });
  });

  test('loose tiles are those in no meld', () => {
    expect(read(tape('R1 R2 R3 K9 . J')).loose.map((held) => held.face)).toEqual(['K9', 'J']);
  });
});

describe('the declaration (R14, R15)', () => {
  const melds = 'R1 R2 R3 . B1 B2 B3 B4 . K7 R7 O7 . K9 K10 K11 K12 .';

  test('the one loose tile is thrown', () => {
    const found = plan(tape(`${melds} O13`), null);
    expect(found?.thrown.face).toBe('O13');
    expect(found?.groups).toHaveLength(4);
    expect(found?.left).toEqual([]);
  });

  test('with several loose tiles the player chooses, and the others are left over', () => {
    const two = tape(`${melds} O13 O1`);
    expect(plan(two, null)).toBeNull();
    const found = plan(two, 18);
    expect(found?.thrown.face).toBe('O13');
    expect(found?.left.map((held) => held.face)).toEqual(['O1']);
  });

  test('a tile at the end of a meld may be thrown when all fifteen fit', () => {
    const all = tape('R5 O5 B5 K5 . R6 R7 R8 R9 . K1 K2 K3 K4 . B11 B12 B13');
    expect(plan(all, null)).toBeNull();
    const found = plan(all, 3);
    expect(found?.thrown.face).toBe('K5');
    expect(found?.left).toEqual([]);
  });
});
