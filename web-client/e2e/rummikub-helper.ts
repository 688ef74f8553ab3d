/**
 * Two players of a browser test who work together: one collects melds, the other feeds it.
 *
 * A round against bots may take as long as it likes; a round of two friends who want one of them to win is short, and
 * ends with a declaration that the server has judged.
 */
import { isMeld, judge } from '../src/rummikub/meld.ts';
import { COLOURS, colourOf, faceOf, isJoker, numberOf, type Face } from '../src/rummikub/tile.ts';

/** Every meld without jokers that lies within these tiles. */
function meldsWithin(tiles: readonly Face[]): Face[][] {
  const have = new Set(tiles);
  const found: Face[][] = [];
  for (const first of have) {
    const colour = colourOf(first);
    const number = numberOf(first);
    if (colour === null || number === null) continue;
    const run = [first];
    while (have.has(faceOf(colour, number + run.length))) {
      run.push(faceOf(colour, number + run.length));
      if (run.length >= 3 && run.length <= 5) found.push([...run]);
    }
    if (colour !== COLOURS.find((each) => have.has(faceOf(each, number)))) continue;
    const set = COLOURS.map((each) => faceOf(each, number)).filter((face) => have.has(face));
    if (set.length === 4) found.push(set, ...set.map((out) => set.filter((face) => face !== out)));
    if (set.length === 3) found.push(set);
  }
  return found.filter((meld) => isMeld(judge(meld)));
}

/** The 14 tiles in melds, out of all that both hold, of which `mine` lacks the fewest; null when there are none. */
export function aim(mine: readonly Face[], others: readonly Face[]): Face[][] | null {
  const held = new Set(mine);
  const melds = meldsWithin([...mine, ...others]);
  let best: { readonly lacks: number; readonly melds: Face[][] } | null = null;
  const search = (from: number, used: Set<Face>, chosen: Face[][], lacks: number): void => {
    if (best !== null && lacks >= best.lacks) return;
    if (used.size === 14) {
      best = { lacks, melds: [...chosen] };
      return;
    }
    for (let at = from; at < melds.length; at += 1) {
      const meld = melds[at] ?? [];
      if (used.size + meld.length > 14 || meld.some((face) => used.has(face))) continue;
      const more = meld.filter((face) => !held.has(face)).length;
      search(at + 1, new Set([...used, ...meld]), [...chosen, meld], lacks + more);
    }
  };
  search(0, new Set(), [], 0);
  return (best as { melds: Face[][] } | null)?.melds ?? null;
}

/** What the feeder throws: a tile that the other needs, else one that nobody needs. */
export function feed(rack: readonly Face[], melds: readonly Face[][] | null): Face {
  const needed = new Set(melds?.flat());
  const plain = rack.filter((face) => !isJoker(face));
  return plain.find((face) => needed.has(face)) ?? plain[0] ?? 'J';
}

/** What the collector throws: a tile that it does not need. */
export function spare(rack: readonly Face[], melds: readonly Face[][] | null, not: Face | null): Face {
  const needed = new Set(melds?.flat());
  const free = rack.filter((face) => face !== not && !needed.has(face));
  return free.find((face) => !isJoker(face)) ?? free[0] ?? rack[0] ?? 'J';
}
