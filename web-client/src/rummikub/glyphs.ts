/**
 * The drawing of tiles: engraved figures and a shape for each colour, as SVG paths, so that a tile looks the same on
 * every device and is read without its colour (ux-C13).
 */
import type { Colour } from './tile.ts';

/** The ten figures as strokes in a box of 24 by 40. */
export const FIGURES: readonly string[] = [
  'M12 3C18.5 3 21 10 21 20S18.500 37 12 37 3 30 3 20 5.500 3 12 3Z',
  'M5.500 10.500 14 3V37',
  'M3.500 12.500C4 6.500 7.500 3 12.300 3 17.300 3 20.500 6.500 20.500 11.500 20.500 18.500 13 24.500 3.500 37H21',
  'M4 7.500C6 4.500 8.700 3 12 3 16.800 3 20 6.200 20 10.800 20 15.600 16.500 18.800 10.500 18.800 17 18.800 21 22.400 21 27.800 21 33.300 17 37 11.800 37 8 37 5 35.200 3 32',
  'M16 37V3L2.500 27.500H22',
  'M19 3H6.500L5 18.500C7 16.800 9.200 16 11.800 16 17.300 16 21 20 21 26.300 21 32.800 17 37 11.300 37 7.800 37 5 35.500 3 33',
  'M17.500 3C9 8 3.500 16.500 3.500 26 3.500 32.800 7 37 12 37S20.500 33 20.500 27 17 17.500 12.200 17.500C7.800 17.500 4.300 20.500 3.600 25',
  'M3 3H21C14.500 13.500 11 24.500 9.500 37',
  'M12 18.800C7.600 18.800 4.500 15.500 4.500 10.900S7.600 3 12 3 19.500 6.300 19.500 10.900 16.400 18.800 12 18.800ZM12 18.800C6.800 18.800 3 22.500 3 27.900S6.800 37 12 37 21 33.300 21 27.900 17.200 18.800 12 18.800Z',
  'M6.500 37C15 32 20.500 23.500 20.500 14 20.500 7.200 17 3 12 3S3.500 7 3.500 13 7 22.500 11.800 22.500C16.200 22.500 19.700 19.500 20.400 15',
];

/** How far the pen moves after each figure. */
const ADVANCE: readonly number[] = [28, 22, 28, 28, 28, 28, 28, 28, 28, 28];

export interface Placed {
  readonly path: string;
  readonly x: number;
}

/** The figures of a number with their places, centred on 0. */
export function figuresOf(number: number): Placed[] {
  const figures = [...String(number)].map(Number);
  const widths = figures.map((figure) => ADVANCE[figure] ?? 0);
  const total = widths.reduce((sum, width) => sum + width, 0) - 4;
  let x = -total / 2;
  return figures.map((figure, at) => {
    const placed = { path: FIGURES[figure] ?? '', x: figure === 1 ? x - 2 : x };
    x += widths[at] ?? 0;
    return placed;
  });
}

/** A shape for each colour, filled, in a box of 24 by 24 around 0. */
export const SHAPES: Record<Colour, string> = {
  R: 'M0 9.500C-6.500 4.500-10 1-10-3.400-10-6.800-7.500-9-4.800-9-2.800-9-1-7.900 0-6 1-7.900 2.800-9 4.800-9 7.500-9 10-6.800 10-3.400 10 1 6.500 4.500 0 9.500Z',
  O: 'M0-9.500 10.200 8H-10.200Z',
  B: 'M0-10.500 9 0 0 10.500-9 0Z',
  K: 'M-8-8H8V8H-8Z',
};
