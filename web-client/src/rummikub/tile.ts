/**
 * A tile's face in the notation of the wire: `R5`, `K13`, `J`; colours `R O B K`, numbers 1 to 13, `J` for a joker.
 *
 * Invariant: every face that reaches this folder came from the server, so it is one of the 53.
 */

export type Face = string;

export const COLOURS = ['R', 'O', 'B', 'K'] as const;
export type Colour = (typeof COLOURS)[number];

export const JOKER: Face = 'J';
export const HIGHEST = 13;

export const isJoker = (face: Face): boolean => face === JOKER;

/** The colour of a numbered tile; a joker has none. */
export function colourOf(face: Face): Colour | null {
  return COLOURS.find((colour) => face.startsWith(colour)) ?? null;
}

/** The number of a numbered tile; a joker has none. */
export function numberOf(face: Face): number | null {
  return isJoker(face) ? null : Number(face.slice(1));
}

export const faceOf = (colour: Colour, number: number): Face => `${colour}${number}`;

/** From 0 to 52: colour by colour, each from 1 to 13, the joker last. */
export function indexOf(face: Face): number {
  const colour = colourOf(face);
  if (colour === null) return COLOURS.length * HIGHEST;
  return COLOURS.indexOf(colour) * HIGHEST + (numberOf(face) ?? 0) - 1;
}

/** How often each face is there, as text: two lists of faces are the same multiset when these are equal. */
export const multiset = (faces: readonly Face[]): string =>
  [...faces].sort((a, b) => indexOf(a) - indexOf(b)).join(' ');
