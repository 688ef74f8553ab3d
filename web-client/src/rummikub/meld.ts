/**
 * The referee of one meld, as laid (R3 to R7), for marks that cannot wait for the server.
 *
 * Invariant: it gives the server's verdict for every list of tiles; `melds.vectors.json` holds it to that.
 */
import type { MeldFault } from '../protocol/types.ts';
import { COLOURS, colourOf, faceOf, HIGHEST, isJoker, numberOf, type Colour, type Face } from './tile.ts';

export type MeldKind = 'set' | 'run';

export type Verdict =
  | {
      readonly kind: MeldKind;
      /** What the joker may stand for: one tile, or the two colours that a set of three leaves open (R5). */
      readonly joker: readonly Face[];
    }
  | { readonly fault: MeldFault };

export const isMeld = (verdict: Verdict): verdict is Exclude<Verdict, { fault: MeldFault }> =>
  'kind' in verdict;

/** A numbered tile and its place in the meld. */
interface Real {
  readonly place: number;
  readonly colour: Colour;
  readonly number: number;
}

/** Judges the tiles as laid: they are never sorted, and the joker's place decides what it stands for (R4, R5). */
export function judge(faces: readonly Face[]): Verdict {
  if (faces.length < 3) return { fault: 'too_short' };
  if (faces.filter(isJoker).length > 1) return { fault: 'too_many_jokers' };
  const real = faces.flatMap((face, place): Real[] => {
    const colour = colourOf(face);
    const number = numberOf(face);
    return colour === null || number === null ? [] : [{ place, colour, number }];
  });
  const [first] = real;
  if (first === undefined) return { fault: 'too_many_jokers' };
  const joker = faces.findIndex(isJoker);
  if (real.every(({ number }) => number === first.number)) return judgeSet(real, first.number, joker >= 0);
  if (real.every(({ colour }) => colour === first.colour)) return judgeRun(faces.length, real, first, joker);
  return { fault: 'mixed' };
}

function judgeSet(real: readonly Real[], number: number, joker: boolean): Verdict {
  const laid = new Set(real.map(({ colour }) => colour));
  if (laid.size < real.length) return { fault: 'duplicate_colour' };
  const missing = COLOURS.filter((colour) => !laid.has(colour));
  if (!joker) return { kind: 'set', joker: [] };
  if (missing.length === 0) return { fault: 'set_too_long' };
  return { kind: 'set', joker: missing.map((colour) => faceOf(colour, number)) };
}

/** In a run, a tile's number less its place is the same for every tile: the number of the first place. */
function judgeRun(length: number, real: readonly Real[], first: Real, joker: number): Verdict {
  if (length > HIGHEST) return { fault: 'run_too_long' };
  if (new Set(real.map(({ number }) => number)).size < real.length) return { fault: 'duplicate_number' };

  const start = first.number - first.place;
  const off = real.map(({ number, place }) => number - place - start);
  const ascending = real.every(({ number }, at) => at === 0 || number > (real[at - 1]?.number ?? 0));
  if (!ascending) {
    return { fault: off.every((by) => by % HIGHEST === 0) ? 'wrap_around' : 'not_ascending' };
  }
  if (off.some((by) => by !== 0)) return { fault: 'gap' };
  if (joker < 0) return { kind: 'run', joker: [] };
  const stands = start + joker;
  if (stands < 1 || stands > HIGHEST) return { fault: 'joker_out_of_range' };
  return { kind: 'run', joker: [faceOf(first.colour, stands)] };
}
