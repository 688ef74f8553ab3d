/** The tables, each loaded when a room of its game is first opened. */
import { loadTexts } from '../i18n/dictionary.ts';
import type { GameKind } from '../protocol/types.ts';
import type { GameUi } from './contract.ts';

/** A game's part without its type: the frame passes views and actions through and never looks into them. */
export type AnyGame = GameUi<never>;

const FOLDERS: { readonly [G in GameKind]: () => Promise<{ game: GameUi<G> }> } = {
  rummikub: () => import('../rummikub/index.ts'),
  tichu: () => import('../tichu/index.ts'),
};

const loaded = new Map<GameKind, Promise<AnyGame>>();

/** The part of `game`; a failed load is tried again by the next call. */
export function loadGame(game: GameKind): Promise<AnyGame> {
  let part = loaded.get(game);
  if (part === undefined) {
    part = FOLDERS[game]().then(async (folder) => {
      await loadTexts();
      return folder.game as unknown as AnyGame;
    });
    part.catch(() => loaded.delete(game));
    loaded.set(game, part);
  }
  return part;
}
