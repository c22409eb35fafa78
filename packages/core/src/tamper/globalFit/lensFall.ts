/**
 * Light that falls off from the middle of the picture to its corners, as lenses, their tubes and filters of photo apps make it, or is raised
 * there by a correction, or fades into white:
 *     q = f (1 + g(t)) + o(t),   t = (x^2 + y^2) / R^2 from the middle, or t = (x^2 / w^2 + y^2 / h^2) / 2,
 * R, w and h half the diagonal, the width and the height: lenses draw circles, apps ellipses. g and o are linear between their knots, which lie evenly in t, and 0 in the
 * middle; o is 0 unless it pays. By robust least squares (Cauchy weights that narrow) on samples as they are encoded, of which a gain of light makes a gain again, nearly.
 * Source: the profiles of Goldman 2010, "Vignette and exposure calibration and compensation", with knots in the place of a polynomial's
 * terms, for corners that a mask shades have an edge that no cubic follows.
 * @module
 */
import type { Size } from '../../raster.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import type { GridSamples } from './gridSums.ts';

/** Knots of a profile, the middle left out. */
const KNOTS = 8;
/** Width of the weights, levels, one after the other; not so narrow at the end that corners could be left out. */
const WIDTHS = [64, 45, 32, 23, 16] as const;
/** Samples that are looked at, at least, where there are so many: few unknowns are told by few. */
const SAMPLES_MIN = 2_500;
/** Keeps the system regular, levels^2 a sample. */
const RIDGE = 1e-3;
/** Level in whose units an offset is told, so that one ridge is fair to gains and offsets. */
const LEVEL = 128;

/** Lines of equal light. */
export type FallShape = 'circles' | 'ellipses';
/** What a model is made of: gains alone, or offsets too. */
export interface FallModel {
  readonly shape: FallShape;
  readonly hasOffset: boolean;
}

export interface LensFall extends FallModel {
  /** g at the knots, then o at the knots, levels / 128, all 0 without offsets. */
  readonly values: Float64Array;
}

/** Cheapest first. */
export const FALL_MODELS: readonly FallModel[] = [
  { shape: 'circles', hasOffset: false },
  { shape: 'ellipses', hasOffset: false },
  { shape: 'circles', hasOffset: true },
  { shape: 'ellipses', hasOffset: true },
];

/** Unknowns. */
export const fallTerms = ({ hasOffset }: FallModel): number => (hasOffset ? 2 : 1) * KNOTS;

/** t of a pixel, 0..1. */
function squareFromMiddle(x: number, y: number, { width, height }: Size, shape: FallShape): number {
  const [dx, dy] = [2 * x + 1 - width, 2 * y + 1 - height];
  return shape === 'circles'
    ? (dx * dx + dy * dy) / (width * width + height * height)
    : ((dx / width) ** 2 + (dy / height) ** 2) / 2;
}

/** Linear between the knots from `first` on. */
function profileAt(values: Float64Array, first: number, t: number): number {
  const place = KNOTS * t;
  const knot = Math.min(KNOTS - 1, Math.trunc(place));
  const below = knot === 0 ? 0 : (values[first + knot - 1] as number);
  return below + (place - knot) * ((values[first + knot] as number) - below);
}

/** What a pixel is multiplied by, and what is added then, levels. */
export function fallAt(
  { shape, values }: LensFall,
  x: number,
  y: number,
  size: Size,
): readonly [gain: number, offset: number] {
  const t = squareFromMiddle(x, y, size, shape);
  return [1 + profileAt(values, 0, t), LEVEL * profileAt(values, KNOTS, t)];
}

/** @param samples with the channel's own level as its guide; `residual` is query less that */
export function fitLensFall(
  { count, x, y, guide, residual, trust }: GridSamples,
  size: Size,
  { shape, hasOffset }: FallModel,
): LensFall {
  const terms = fallTerms({ shape, hasOffset });
  let values = new Float64Array(2 * KNOTS);
  // Of each profile two knots at most tell a sample: the rest of the row is 0.
  const places = new Int32Array(4);
  const row = new Float64Array(4);
  // Odd, lest only some columns of a picture be met.
  const every = Math.max(1, Math.floor(count / SAMPLES_MIN)) | 1;
  for (const width of WIDTHS) {
    const equations = new NormalEquations(terms);
    for (let s = 0; s < count; s += every) {
      const t = squareFromMiddle(x[s] as number, y[s] as number, size, shape);
      const place = KNOTS * t;
      const knot = Math.min(KNOTS - 1, Math.trunc(place));
      const [gain, offset] = [profileAt(values, 0, t), LEVEL * profileAt(values, KNOTS, t)];
      for (let c = 0; c < 3; c++) {
        const [f, e] = [(guide[c] as Float32Array)[s] as number, (residual[c] as Float32Array)[s] as number];
        let told = 0;
        for (let first = 0, unit = f; first < terms; first += KNOTS, unit = LEVEL) {
          if (knot > 0) {
            places[told] = first + knot - 1;
            row[told++] = unit * (knot + 1 - place);
          }
          places[told] = first + knot;
          row[told++] = unit * (place - knot);
        }
        equations.addAt(places, row, told, e, (trust[s] as number) / (1 + ((e - f * gain - offset) / width) ** 2));
      }
    }
    values = new Float64Array(2 * KNOTS);
    values.set(equations.solve((RIDGE * count) / every));
  }
  return { shape, hasOffset, values };
}
