/**
 * What the rules pages show, section by section: the numbers of the rules, and pictured examples in the notation of
 * the wire. The texts are in `messages/`.
 *
 * Invariant: whether an example is right or wrong is what the referee says; `sections.test.ts` asks the browser's judges.
 */
import type { GameKind } from '../protocol/types.ts';
import type { Texts } from './messages.ts';

export interface Example {
  /** Tiles or cards; ` / ` between two groups. */
  readonly shown: string;
  /** Whether it is a group or combination of the game; null when it only shows something. */
  readonly fits: boolean | null;
  readonly caption: keyof Texts['caption'];
}

export interface Section<Key extends string = string> {
  readonly key: Key;
  /** The rules that it tells, as they are cited everywhere. */
  readonly rules: string;
  readonly examples: readonly Example[];
}

const right = (shown: string, caption: Example['caption']): Example => ({ shown, fits: true, caption });
const wrong = (shown: string, caption: Example['caption']): Example => ({ shown, fits: false, caption });
const look = (shown: string, caption: Example['caption']): Example => ({ shown, fits: null, caption });

export const RUMMIKUB: readonly Section<keyof Texts['rummikubTitle']>[] = [
  { key: 'goal', rules: 'R1 R2 R15', examples: [] },
  {
    key: 'set',
    rules: 'R3',
    examples: [
      right('R5 B5 K5', 'sameNumber'),
      right('R7 O7 B7 K7', 'fourColours'),
      wrong('R5 O5 R5', 'redTwice'),
    ],
  },
  {
    key: 'run',
    rules: 'R4',
    examples: [right('B4 B5 B6 B7', 'blueRun'), wrong('R12 R13 R1', 'noWrap'), wrong('R6 R8 R7', 'unsorted')],
  },
  {
    key: 'joker',
    rules: 'R5 R6',
    examples: [
      right('R6 J R8', 'jokerMiddle'),
      right('J R12 R13', 'jokerFront'),
      wrong('R12 R13 J', 'jokerOut'),
      wrong('R5 J J', 'twoJokers'),
    ],
  },
  { key: 'turn', rules: 'R8 R9 R10 R11', examples: [] },
  {
    key: 'declare',
    rules: 'R14 R15 R16',
    examples: [right('R1 R2 R3 / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12', 'declared')],
  },
  { key: 'pool', rules: 'R12', examples: [] },
  { key: 'score', rules: 'R18 R19', examples: [] },
  { key: 'clock', rules: 'R20', examples: [] },
];

export const TICHU: readonly Section<keyof Texts['tichuTitle']>[] = [
  { key: 'goal', rules: 'T1 T25', examples: [] },
  { key: 'points', rules: 'T1', examples: [look('5s Tj Kp R P', 'worth')] },
  { key: 'grand', rules: 'T2', examples: [] },
  { key: 'exchange', rules: 'T4 T5', examples: [] },
  { key: 'call', rules: 'T3', examples: [] },
  {
    key: 'combinations',
    rules: 'T6 T7',
    examples: [
      right('8p', 'single'),
      right('9j 9s', 'pair'),
      right('4j 4p 4t', 'triple'),
      right('Kj Ks Kt 2p 2t', 'fullHouse'),
      right('5j 6p 7s 8s 9t', 'straight'),
      right('7j 7s 8p 8t 9j 9p', 'stairs'),
      wrong('Aj 2s 3p 4t 5j', 'lowAce'),
      wrong('4j 4s 4p 5j 5s 5t', 'twoTriples'),
    ],
  },
  {
    key: 'bombs',
    rules: 'T8 T15 T16',
    examples: [
      right('6j 6s 6p 6t', 'fourBomb'),
      right('5t 6t 7t 8t 9t', 'straightBomb'),
      wrong('Jj Js Jp P', 'noPhoenixBomb'),
    ],
  },
  { key: 'mahJong', rules: 'T18 T19', examples: [right('1 2s 3p 4t 5j', 'oneStraight')] },
  { key: 'dog', rules: 'T10 T13', examples: [right('D', 'dogAlone')] },
  {
    key: 'phoenix',
    rules: 'T9',
    examples: [right('Qj P', 'phoenixPair'), right('Tj Ts 9p 9t P', 'phoenixHouse')],
  },
  { key: 'dragon', rules: 'T10 T14', examples: [right('R', 'dragonAlone')] },
  { key: 'trick', rules: 'T7 T11 T12', examples: [] },
  { key: 'end', rules: 'T22 T23 T24', examples: [] },
  { key: 'score', rules: 'T24 T25', examples: [] },
];

export const SECTIONS: Readonly<Record<GameKind, readonly Section[]>> = { rummikub: RUMMIKUB, tichu: TICHU };
