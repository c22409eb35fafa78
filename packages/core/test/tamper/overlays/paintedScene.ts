/** A scene of overlapping discs, and the same with something painted in a window of it: what overlays are told from. */
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { overlaysIn } from '../../../src/tamper/overlays/overlaysIn.ts';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';
import { seededUniform } from '../../pictures/numbers.ts';

export const WIDTH = 200;
export const HEIGHT = 140;
export const SIZE = { width: WIDTH, height: HEIGHT };

function scene(seed: number): ColourPlanes {
  const { data } = deadLeaves(WIDTH, HEIGHT, seed, 700);
  const uniform = seededUniform(seed);
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => 50 + 0.55 * (data[3 * i + c] as number) + 12 * uniform());
  return { ...SIZE, channels: [plane(0), plane(1), plane(2)] };
}

export const SCENE = scene(3);
export const OTHER = scene(8);

/** What was painted at a pixel, or null where nothing was. */
export type Painting = (x: number, y: number, below: Colour) => Colour | null;

export const inside = (x: number, y: number): boolean => x >= 40 && x < 160 && y >= 40 && y < 100;
/** Bars of three pixels that stand as close as letters do. */
export const isLetter = (x: number, y: number): boolean => x % 7 < 3 && y >= 55 && y < 80;
export const blended =
  (opacity: number, ink: Colour) =>
  (below: Colour): Colour =>
    [0, 1, 2].map((c) => (1 - opacity) * (below[c] as number) + opacity * (ink[c] as number)) as unknown as Colour;

export const at = ({ channels: [r, g, b] }: ColourPlanes, i: number): Colour => [
  r[i] as number,
  g[i] as number,
  b[i] as number,
];

export function painted(painting: Painting, below = SCENE): AlignedPictures {
  const planes = below.channels.map((plane) => plane.slice()) as unknown as ColourPlanes['channels'];
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const colour = inside(x, y) ? painting(x, y, at(below, i)) : null;
      if (colour) for (let c = 0; c < 3; c++) (planes[c] as Float32Array)[i] = colour[c] as number;
    }
  const query = { ...SIZE, channels: planes };
  const everywhere = new Uint8Array(WIDTH * HEIGHT).fill(1);
  return {
    query,
    fitted: below,
    covered: everywhere,
    inside: everywhere,
    queryLow: query,
    referenceLow: below,
    fittedLow: below,
    globalLow: below,
    registered: below,
    hidden: null,
  };
}

export const CHANGED = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  inside(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0,
);
export const isOverlay = (painting: Painting, below = SCENE): boolean =>
  overlaysIn(painted(painting, below), CHANGED, 1) !== null;

export const WHITE: Colour = [250, 250, 250];
export const BLACK: Colour = [10, 10, 10];
export const RED: Colour = [220, 20, 30];
