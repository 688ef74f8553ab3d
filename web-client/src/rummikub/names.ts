/** How tiles are named aloud and in sentences. */
import { t } from './messages.ts';
import { colourOf, numberOf, type Face } from './tile.ts';

/** `red 5`, `joker`. */
export function tileName(face: Face): string {
  const colour = colourOf(face);
  return colour === null ? t.joker : `${t.colour[colour]} ${String(numberOf(face))}`;
}

/** The same with a capital letter, to begin a sentence with. */
export function TileName(face: Face): string {
  const name = tileName(face);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** What a joker stands for: `red 7`, `orange 5 or black 5`. */
export function standsFor(faces: readonly Face[]): string {
  const [one = '', two] = faces.map(tileName);
  return two === undefined ? one : t.or(one, two);
}
