/**
 * Light that falls off from the middle of the picture to its corners, as lenses, their tubes and filters of photo apps make it, or is raised
 * there by a correction, or fades into white:
 *     q = f (1 + g(t)) + o(t),   t^2 = (x^2 + y^2) / R^2 from the middle, or t^2 = (x^2 / w^2 + y^2 / h^2) / 2,
 * R, w and h half the diagonal, the width and the height: lenses draw circles, apps ellipses. g and o are linear between their knots, which lie closer together outwards;
 * o is 0 unless it pays. Not in t^2, as a lens would have it: gradients of apps are cones, whose tip is steep there. Nor is g 0 in the middle: f has the tone of the whole
 * picture, in the mean of all lights. By robust least squares (Cauchy weights that narrow) on samples as they are encoded, of which a gain of light makes a gain again, nearly.
 * Source: the profiles of Goldman 2010, "Vignette and exposure calibration and compensation", with knots in the place of a polynomial's
 * terms, for corners that a mask shades have an edge that no cubic follows.
 * @module
 */
import type { Size } from '../../raster.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import type { GridSamples } from './gridSums.ts';

/** Places of the knots of a profile. */
const PLACES = [0, 0.18, 0.36, 0.52, 0.66, 0.78, 0.89, 1] as const;
const KNOTS = PLACES.length;
/** Width of the weights, levels, one after the other; not so narrow at the end that corners could be left out. */
const WIDTHS = [64, 45, 32, 23, 16] as const;
/** Samples that are looked at, at least, where there are so many: few unknowns are told by few. */
const SAMPLES_MIN = 2_500;
/** Keeps the system regular, levels^2 a sample. */
const RIDGE = 1e-3;
/** Gain of light that is not made by a lens or a filter any more. */
const GAIN_MAX = 4;
/** Below it what coding left of a sample is not made larger, when the fall is taken off. */
const GAIN_MIN = 0.2;
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
function awayFromMiddle(x: number, y: number, { width, height }: Size, shape: FallShape): number {
  const [dx, dy] = [2 * x + 1 - width, 2 * y + 1 - height];
  return Math.sqrt(
    shape === 'circles'
      ? (dx * dx + dy * dy) / (width * width + height * height)
      : ((dx / width) ** 2 + (dy / height) ** 2) / 2,
  );
}

/** The last knot, of those that another one follows, before which t does not lie. */
function knotOf(t: number): number {
  let knot = 0;
  while (knot < KNOTS - 2 && t > (PLACES[knot + 1] as number)) knot++;
  return knot;
}

/** Where t lies between that knot, 0, and the next, 1. */
function betweenKnots(t: number, knot: number): number {
  const from = PLACES[knot] as number;
  return (t - from) / ((PLACES[knot + 1] as number) - from);
}

/** Linear between the knots from `first` on. */
function profileAt(values: Float64Array, first: number, knot: number, between: number): number {
  const here = values[first + knot] as number;
  return here + between * ((values[first + knot + 1] as number) - here);
}

/** What a pixel is multiplied by, and what is added then, levels. */
export function fallAt(
  { shape, values }: LensFall,
  x: number,
  y: number,
  size: Size,
): readonly [gain: number, offset: number] {
  const t = awayFromMiddle(x, y, size, shape);
  const knot = knotOf(t);
  const between = betweenKnots(t, knot);
  return [1 + profileAt(values, 0, knot, between), LEVEL * profileAt(values, KNOTS, knot, between)];
}

/** @param samples with the channel's own level as its guide; `residual` is query less that */
export function fitLensFall(
  { count, x, y, guide, residual, trust }: GridSamples,
  size: Size,
  { shape, hasOffset }: FallModel,
): LensFall {
  const terms = fallTerms({ shape, hasOffset });
  let values = new Float64Array(2 * KNOTS);
  // Of each profile two knots tell a sample: the rest of the row is 0.
  const places = new Int32Array(4);
  const row = new Float64Array(4);
  // Odd, lest only some columns of a picture be met.
  const every = Math.max(1, Math.floor(count / SAMPLES_MIN)) | 1;
  for (const width of WIDTHS) {
    const equations = new NormalEquations(terms);
    for (let s = 0; s < count; s += every) {
      const t = awayFromMiddle(x[s] as number, y[s] as number, size, shape);
      const knot = knotOf(t);
      const between = betweenKnots(t, knot);
      const gain = profileAt(values, 0, knot, between);
      const offset = LEVEL * profileAt(values, KNOTS, knot, between);
      for (let c = 0; c < 3; c++) {
        const [f, e] = [(guide[c] as Float32Array)[s] as number, (residual[c] as Float32Array)[s] as number];
        let told = 0;
        for (let first = 0, unit = f; first < terms; first += KNOTS, unit = LEVEL) {
          places[told] = first + knot;
          row[told++] = unit * (1 - between);
          places[told] = first + knot + 1;
          row[told++] = unit * between;
        }
        equations.addAt(places, row, told, e, (trust[s] as number) / (1 + ((e - f * gain - offset) / width) ** 2));
      }
    }
    values = new Float64Array(2 * KNOTS);
    values.set(equations.solve((RIDGE * count) / every));
  }
  return { shape, hasOffset, values };
}

/** Does it leave light everywhere, and make it nowhere many times what it was? What does not fits something else. */
export const isLight = ({ values }: LensFall): boolean =>
  values.subarray(0, KNOTS).every((g) => 1 + g >= 0 && 1 + g <= GAIN_MAX);

/** The picture as it was before light fell off; levels in [0, 255]. */
export function beforeFall(fall: LensFall, { width, height, channels }: ColourPlanes): ColourPlanes {
  const [r, g, b] = channels.map((plane) => plane.slice()) as [Float32Array, Float32Array, Float32Array];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [gain, offset] = fallAt(fall, x, y, { width, height });
      for (const plane of [r, g, b])
        plane[i] = Math.min(255, Math.max(0, ((plane[i] as number) - offset) / Math.max(GAIN_MIN, gain)));
    }
  return { width, height, channels: [r, g, b] };
}
