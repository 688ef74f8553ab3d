import { describe, expect, test } from 'vitest';
import {
  drop,
  EMPTY_TAPE,
  facesOf,
  layOut,
  moveBlock,
  reconcile,
  SLOTS,
  slotOf,
  sort,
  step,
  stretchAt,
  stretches,
  tilesOf,
  type Held,
  type Tape,
} from './rack.ts';
import { COLOURS, faceOf, multiset } from './tile.ts';

/** `R1 R2 . K7`: one word a slot, a dot for an empty one; the rest of the tape is empty. */
function tape(text: string): Tape {
  const words = text.split(' ').filter((word) => word !== '');
  return Array.from({ length: SLOTS }, (_, slot): Held | null => {
    const face = words[slot] ?? '.';
    return face === '.' ? null : { id: slot + 1, face };
  });
}

const show = (of: Tape): string =>
  of
    .map((held) => held?.face ?? '.')
    .join(' ')
    .replace(/( \.)+$/, '');

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function deal(below: (n: number) => number, count: number): string[] {
  const deck = [0, 1].flatMap(() =>
    COLOURS.flatMap((c) => Array.from({ length: 13 }, (_, n) => faceOf(c, n + 1))),
  );
  deck.push('J', 'J');
  return Array.from({ length: count }, () => deck.splice(below(deck.length), 1)[0] ?? 'J');
}

describe('drop (ux-R3)', () => {
  test.each([
    ['an empty slot takes the tile', 'R1 R2 . .', 0, 3, '. R2 . R1'],
    ['the same slot changes nothing', 'R1 R2', 1, 1, 'R1 R2'],
    ['no tile, no change', 'R1 . R2', 1, 2, 'R1 . R2'],
    [
      'inside a stretch the gap left behind is used, to the right',
      'R1 R2 R3 R4 . K7',
      0,
      2,
      'R2 R3 R1 R4 . K7',
    ],
    [
      'inside a stretch the gap left behind is used, to the left',
      'R1 R2 R3 R4 . K7',
      3,
      1,
      'R1 R4 R2 R3 . K7',
    ],
    ['neighbours shift right up to the next gap', 'R1 R2 R3 . . K7 O9', 6, 1, 'R1 O9 R2 R3 . K7'],
    [
      'to the left when the right would glue two stretches',
      '. . R1 R2 R3 . K7 O9',
      7,
      3,
      '. R1 R2 O9 R3 . K7',
    ],
    ['to the right when both would glue', 'B1 . R1 R2 . K7 O9', 6, 2, 'B1 . O9 R1 R2 K7'],
  ])('%s', (_, from, at, to, expected) => {
    expect(show(drop(tape(from), at, to))).toBe(expected);
  });

  test('a slot that does not exist is no target', () => {
    expect(show(drop(tape('R1 R2'), 0, SLOTS))).toBe('R1 R2');
    expect(show(drop(tape('R1 R2'), 0, -1))).toBe('R1 R2');
  });
});

describe('reconcile (ux-R2, ux-R5)', () => {
  test('what stays keeps its slot, what goes leaves an empty one', () => {
    const before = tape('. R1 . R2 R3');
    const { tape: after, arrived } = reconcile(before, ['R3', 'R1']);
    expect(show(after)).toBe('. R1 . . R3');
    expect(arrived).toEqual([]);
    expect(slotOf(after, 2)).toBe(1);
  });

  test('a new tile goes to the first free slot after the last tile', () => {
    const { tape: after, arrived } = reconcile(tape('. R1 . R2'), ['R1', 'R2', 'K5']);
    expect(show(after)).toBe('. R1 . R2 K5');
    expect(arrived).toEqual([after[4]?.id]);
  });

  test('it goes where it was wished for if that slot is free', () => {
    expect(show(reconcile(tape('R1 . R2'), ['R1', 'R2', 'K5'], { wish: 1 }).tape)).toBe('R1 K5 R2');
    expect(show(reconcile(tape('R1 . R2'), ['R1', 'R2', 'K5'], { wish: 0 }).tape)).toBe('R1 . R2 K5');
  });

  test('when the last slot is taken, it goes to the first free one', () => {
    const full = tape(`. R1 ${'. '.repeat(21)}K9`);
    expect(show(reconcile(full, ['R1', 'K9', 'B2']).tape).startsWith('B2 R1')).toBe(true);
  });

  test('of equal faces the one that was thrown goes', () => {
    const twins = tape('R5 . R5 . R5');
    expect(show(reconcile(twins, ['R5', 'R5'], { gone: 1 }).tape)).toBe('. . R5 . R5');
    expect(show(reconcile(twins, ['R5', 'R5'], { gone: 3 }).tape)).toBe('R5 . . . R5');
    expect(show(reconcile(twins, ['R5', 'R5', 'R5'], { gone: 3 }).tape)).toBe('R5 . R5 . R5');
  });

  test('no rearrangement when nothing changed', () => {
    const before = tape('K9 . R1 J');
    expect(reconcile(before, ['J', 'R1', 'K9']).tape).toEqual(before);
  });
});

describe('stretches (ux-R1)', () => {
  test('the end of a row is no gap', () => {
    const across = tape('. . . . . . R1 R2 R3 R4 . K1');
    expect(stretches(across)).toEqual([
      { start: 6, end: 9 },
      { start: 11, end: 11 },
    ]);
    expect(stretchAt(across, 8)).toEqual({ start: 6, end: 9 });
    expect(stretchAt(across, 10)).toBeNull();
  });
});

describe('moving a group (ux-R10)', () => {
  test.each([
    ['to free slots', 'R1 R2 R3 . . . . . K7', 0, 4, '. . . . R1 R2 R3 . K7'],
    ['others make way', 'R1 R2 R3 . K7 K8', 0, 4, '. . . . R1 R2 R3 K7 K8'],
    ['as near to the end as there is room', 'R1 R2 R3', 0, 23, `${'. '.repeat(21)}R1 R2 R3`],
  ])('%s', (_, from, at, to, expected) => {
    const before = tape(from);
    const span = stretchAt(before, at);
    expect(show(moveBlock(before, span ?? { start: at, end: at }, to))).toBe(expected);
  });

  test.each([
    ['a slot where there is room', 'R1 R2 . . K7', 0, 1, '. R1 R2 . K7'],
    ['past a neighbour, with the gap', 'R1 R2 . K7 K8 . B1', 0, 1, 'K7 K8 . R1 R2 . B1'],
    ['back past it', 'K7 K8 . R1 R2', 3, -1, 'R1 R2 . K7 K8'],
    ['a slot to the left', '. . R1 R2', 2, -1, '. R1 R2'],
    ['nowhere at the start', 'R1 R2', 0, -1, 'R1 R2'],
    ['nowhere at the end', `${'. '.repeat(22)}R1 R2`, 22, 1, `${'. '.repeat(22)}R1 R2`],
  ] as [string, string, number, 1 | -1, string][])('by a step: %s', (_, from, at, by, expected) => {
    const before = tape(from);
    expect(show(step(before, stretchAt(before, at) ?? { start: at, end: at }, by))).toBe(expected);
  });
});

describe('sort (ux-R4)', () => {
  test.each([
    ['runs', 'K1 R3 B9 J R1 O1 R2 B8 B7 K13 R9', 'R1 R2 R3 . B7 B8 B9 . R9 O1 K1 K13 . J'],
    ['sets', 'K1 R3 B9 J R1 O1 R2 B3 K3 R9', 'R1 O1 K1 . R3 B3 K3 . R2 R9 B9 . J'],
    ['runs', 'R1 R1 R2 R2 R3 R3', 'R1 R2 R3 . R1 R2 R3'],
    ['runs', 'R12 R13 O1', 'R12 R13 O1'],
    ['sets', 'R5 R5 O5', 'R5 R5 O5'],
  ] as ['runs' | 'sets', string, string][])('%s: %s', (order, from, expected) => {
    expect(show(sort(tape(from), order))).toBe(expected);
  });

  test('fifteen tiles always find room', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const faces = deal(random(seed), 15);
      const held = reconcile(EMPTY_TAPE, faces).tape;
      for (const order of ['runs', 'sets'] as const) {
        const sorted = sort(held, order);
        expect(sorted).toHaveLength(SLOTS);
        expect(multiset(facesOf(sorted))).toBe(multiset(faces));
      }
    }
  });
});

describe('laying out what the referee advises', () => {
  test('groups first, each set apart, all else after them', () => {
    expect(
      show(
        layOut(tape('K7 R1 . B4 R3 R2 R7 O7'), [
          ['R1', 'R2', 'R3'],
          ['K7', 'R7', 'O7'],
        ]),
      ),
    ).toBe('R1 R2 R3 . K7 R7 O7 . B4');
  });

  test('a face that is not held is passed over, and an equal one is laid once', () => {
    expect(show(layOut(tape('R1 R2'), [['R2', 'R2', 'J']]))).toBe('R2 . R1');
  });
});

test('no sequence of moves loses, adds or doubles a tile (ux-R3)', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const below = random(seed);
    let now = reconcile(EMPTY_TAPE, deal(below, 14 + below(2))).tape;
    const ids = (of: Tape): string =>
      tilesOf(of)
        .map(({ id, face }) => `${id}${face}`)
        .sort()
        .join(' ');
    const before = ids(now);
    for (let move = 0; move < 50; move += 1) {
      const slot = below(SLOTS);
      const span = stretchAt(now, slot);
      const moves = [
        () => drop(now, slot, below(SLOTS)),
        () => (span ? moveBlock(now, span, below(SLOTS)) : now),
        () => (span ? step(now, span, below(2) === 0 ? 1 : -1) : now),
        () => sort(now, below(2) === 0 ? 'runs' : 'sets'),
        () => reconcile(now, facesOf(now).reverse()).tape,
        () => layOut(now, [deal(below, 3), facesOf(now).slice(0, 3), facesOf(now).slice(2, 6)]),
      ];
      now = moves[below(10) % moves.length]?.() ?? now;
      expect(now).toHaveLength(SLOTS);
      expect(ids(now), `seed ${seed}, move ${move}`).toBe(before);
    }
  }
});
