/**
 * What the guide says in a first round, and when: each lesson once, as soon as the table shows what it speaks of.
 *
 * A lesson looks at the player's own view alone, so it cannot tell what the player may not know. Each cites its rules.
 */
import type { Prompt, RummikubHint, RummikubView, Seat, TichuView, View } from '../protocol/types.ts';
import type { Texts } from './messages.ts';

interface Scene<V extends { readonly phase: { readonly phase: string } }> {
  readonly view: V;
  readonly prompt: Prompt;
  readonly me: Seat;
  /** Whether the room waits for the player. */
  readonly mine: boolean;
  /** The referee's advice in Rummikub, once it is asked (T6 and R14 need none in Tichu). */
  readonly hint: RummikubHint | null;
}

export interface Lesson<Key extends string = string> {
  readonly key: Key;
  readonly rules: string;
}

type Game = RummikubView | TichuView;
type Lessons<V extends Game, Key extends string> = readonly (Lesson<Key> & {
  readonly when: (scene: Scene<V>) => boolean;
})[];

const expects = ({ prompt, mine }: Pick<Scene<Game>, 'prompt' | 'mine'>, what: Prompt['expects']): boolean =>
  mine && prompt.expects === what;
const isOver = ({ phase }: Game): boolean => phase.phase === 'between' || phase.phase === 'over';

export const RUMMIKUB: Lessons<RummikubView, keyof Texts['rummikub']> = [
  { key: 'end', rules: 'R18', when: ({ view }) => view.round > 0 && isOver(view) },
  {
    key: 'refused',
    rules: 'R16',
    when: ({ view: { phase } }) => phase.phase === 'throw' && phase.refused > 0,
  },
  {
    key: 'declare',
    rules: 'R14 R15',
    when: (scene) => expects(scene, 'throw') && scene.hint?.distance === 0,
  },
  {
    key: 'take',
    rules: 'R8 R9',
    when: (scene) => expects(scene, 'take'),
  },
  { key: 'sort', rules: 'R3 R4', when: (scene) => expects(scene, 'throw') },
  {
    key: 'joker',
    rules: 'R5',
    when: (scene) => expects(scene, 'throw') && (scene.view.rack ?? []).includes('J'),
  },
  { key: 'throw', rules: 'R8 R10', when: (scene) => expects(scene, 'throw') },
  {
    key: 'discard',
    rules: 'R9 R11',
    when: (scene) => expects(scene, 'take') && (scene.view.discards.at(-1)?.tile ?? 'J') !== 'J',
  },
  { key: 'wait', rules: 'R13', when: ({ mine, view }) => !mine && view.round > 0 && !isOver(view) },
];

export const TICHU: Lessons<TichuView, keyof Texts['tichu']> = [
  { key: 'end', rules: 'T22 T24', when: ({ view }) => view.round > 0 && isOver(view) },
  { key: 'grand', rules: 'T2', when: (scene) => expects(scene, 'grand') },
  { key: 'exchange', rules: 'T4', when: (scene) => expects(scene, 'exchange') },
  { key: 'gift', rules: 'T14', when: (scene) => expects(scene, 'gift') },
  { key: 'window', rules: 'T15 T17', when: ({ prompt }) => prompt.expects === 'bomb_window' },
  { key: 'wish', rules: 'T18 T19', when: ({ view }) => view.wish !== null },
  { key: 'lead', rules: 'T5 T6', when: (scene) => expects(scene, 'lead') },
  { key: 'dog', rules: 'T13', when: (scene) => expects(scene, 'lead') && holds(scene, 'D') },
  { key: 'follow', rules: 'T7 T11', when: (scene) => expects(scene, 'follow') },
  { key: 'phoenix', rules: 'T9', when: (scene) => expects(scene, 'follow') && holds(scene, 'P') },
  {
    key: 'call',
    rules: 'T3',
    when: ({ view, me }) => view.phase.phase === 'turn' && view.counts[me] === 14,
  },
  { key: 'out', rules: 'T22', when: ({ view }) => view.out.length > 0 && !isOver(view) },
];

const holds = ({ view }: Scene<TichuView>, card: string): boolean => (view.hand ?? []).includes(card);

/** The first lesson that fits and was not given yet; none when the table speaks for itself. */
export function lessonFor(
  view: View,
  prompt: Prompt,
  me: Seat,
  given: ReadonlySet<string>,
  hint: RummikubHint | null = null,
): Lesson | null {
  const mine = prompt.seats.includes(me);
  const first = <V extends Game>(lessons: Lessons<V, string>, of: V): Lesson | null => {
    const scene = { view: of, prompt, me, mine, hint };
    return lessons.find(({ key, when }) => !given.has(key) && when(scene)) ?? null;
  };
  return view.game === 'rummikub' ? first(RUMMIKUB, view) : first(TICHU, view);
}
