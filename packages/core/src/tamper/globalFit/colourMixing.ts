/**
 * A robust affine mixing of three colour channels in one colour space,
 *     q = A p + b,   minimizing  sum_i w_i s_i^2 |q_i - A p_i - b|^2 + l |A - I|^2,
 * with s the sample levels for each unit of the space and w Cauchy weights of the residual in levels (IRLS; Holland, Welsch
 * 1977). The width of w begins wide and narrows (graduated non-convexity; Blake, Zisserman 1987): from a narrow start the
 * few saturated colours, which alone tell grey from tone, would be taken for an edit and never heard.
 * @module
 */
import { ranked } from '../../signal/orderStatistics.ts';
import type { ColourSpace } from './colourSpaces.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

/** Widths begin here, levels: nearly plain least squares; and are halved each time. */
const WIDTH_START = 128;
const ITERATIONS = 8;
/** Least width, levels: recompression noise must not look like an outlier. */
const WIDTH_MIN = 3;
/** Width in medians of the residual. */
const WIDTH_PER_MEDIAN = 1.5;
/**
 * Pulls A to the identity where the picture says nothing (grey or one-coloured), levels^2 a sample: about the variance that
 * rounding and coding leave in chroma. Weak colours of a variance of 12 showed half of their gain lost at 4; bench/verdict.
 */
const RIDGE = 0.25;
/** Samples this near to an end of the range are clipped, levels. */
const CLIPPED = 3;
const LEVEL_MAX = 255;

export interface Mixing {
  readonly space: ColourSpace;
  /** Three rows of A with b as the fourth column. */
  readonly matrix: Float64Array;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Both pictures as sRGB samples of the same pixels; neither is changed. */
export function fitMixing(query: ColourPlanes, reference: ColourPlanes, space: ColourSpace): Mixing {
  const clips = query.channels.map(clipsOf);
  const target = copyOf(query);
  const source = copyOf(reference);
  space.enter(target);
  space.enter(source);
  const slopes = slopesOf(target, clips, space);
  const bounds = copyOf(target);
  const isBounded = space.clipsByChannel && clips.some((clip) => clip.includes(1) || clip.includes(-1));
  let matrix: Float64Array = IDENTITY;
  let width = Number.POSITIVE_INFINITY;
  const residuals = new Float32Array(slopes.length);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    if (isBounded) extendClipped(matrix, target, bounds, source, clips);
    matrix = solveMixing(target, source, slopes, residuals, width);
    if (isBounded) extendClipped(matrix, target, bounds, source, clips);
    measureResiduals(matrix, target, source, slopes, residuals);
    const middle = ranked(residuals.slice(), residuals.length >> 1) as number;
    width = Math.max(WIDTH_MIN, WIDTH_PER_MEDIAN * middle, WIDTH_START / 2 ** iteration);
  }
  return { space, matrix };
}

/** 1 at the upper end of the range, -1 at the lower, else 0. */
function clipsOf(channel: Float32Array): Int8Array {
  const out = new Int8Array(channel.length);
  for (let i = 0; i < out.length; i++) {
    const value = channel[i] as number;
    out[i] = value > LEVEL_MAX - CLIPPED ? 1 : value < CLIPPED ? -1 : 0;
  }
  return out;
}

/** Levels for each unit of the space at every pixel; 0 for a pixel that says nothing. */
function slopesOf(
  { channels: [a, b, c] }: ColourPlanes,
  clips: readonly Int8Array[],
  space: ColourSpace,
): Float64Array {
  const [first, second, third] = clips as [Int8Array, Int8Array, Int8Array];
  const slopes = new Float64Array(a.length);
  for (let i = 0; i < slopes.length; i++)
    if (space.clipsByChannel || (first[i] === 0 && second[i] === 0 && third[i] === 0))
      slopes[i] = space.levelsPerUnit(a[i] as number, b[i] as number, c[i] as number);
  return slopes;
}

/** A clipped sample is known only as a bound: what the mixing predicts beyond it is no residual (censored regression). */
function extendClipped(
  matrix: Float64Array,
  target: ColourPlanes,
  bounds: ColourPlanes,
  { channels: [a, b, c] }: ColourPlanes,
  clips: readonly Int8Array[],
): void {
  for (let row = 0; row < 3; row++) {
    const out = target.channels[row] as Float32Array;
    const bound = bounds.channels[row] as Float32Array;
    const clip = clips[row] as Int8Array;
    for (let i = 0; i < out.length; i++) {
      if (clip[i] === 0) continue;
      const fitted = mixed(matrix, 4 * row, a[i] as number, b[i] as number, c[i] as number);
      out[i] = clip[i] === 1 ? Math.max(bound[i] as number, fitted) : Math.min(bound[i] as number, fitted);
    }
  }
}

/** Applies the mixing to every pixel of sRGB samples, in place, clamped as the query's samples are. */
export function applyMixing({ space, matrix }: Mixing, picture: ColourPlanes): void {
  space.enter(picture);
  const [first, second, third] = picture.channels;
  for (let i = 0; i < first.length; i++) {
    const a = first[i] as number;
    const b = second[i] as number;
    const c = third[i] as number;
    first[i] = mixed(matrix, 0, a, b, c);
    second[i] = mixed(matrix, 4, a, b, c);
    third[i] = mixed(matrix, 8, a, b, c);
  }
  space.leave(picture);
}

export function copyOf({ width, height, channels: [r, g, b] }: ColourPlanes): ColourPlanes {
  return { width, height, channels: [r.slice(), g.slice(), b.slice()] };
}

const mixed = (matrix: Float64Array, row: number, a: number, b: number, c: number): number =>
  (matrix[row] as number) * a +
  (matrix[row + 1] as number) * b +
  (matrix[row + 2] as number) * c +
  (matrix[row + 3] as number);

/** Largest absolute residual of the three channels, levels; 0 for clipped samples, which have no say. */
function measureResiduals(
  m: Float64Array,
  { channels: [red, green, blue] }: ColourPlanes,
  { channels: [a, b, c] }: ColourPlanes,
  slopes: Float64Array,
  out: Float32Array,
): void {
  for (let i = 0; i < out.length; i++) {
    const p = a[i] as number;
    const q = b[i] as number;
    const r = c[i] as number;
    const first = Math.abs((red[i] as number) - mixed(m, 0, p, q, r));
    const second = Math.abs((green[i] as number) - mixed(m, 4, p, q, r));
    const third = Math.abs((blue[i] as number) - mixed(m, 8, p, q, r));
    out[i] = (slopes[i] as number) * Math.max(first, second, third);
  }
}

/** Weighted least squares for all three rows, with the ridge towards the identity. */
// Spelt out, for this is half of what a fit costs.
// oxlint-disable-next-line max-lines-per-function
function solveMixing(
  { channels: [red, green, blue] }: ColourPlanes,
  { channels: [first, second, third] }: ColourPlanes,
  slopes: Float64Array,
  residuals: Float32Array,
  width: number,
): Float64Array {
  // w a a^T of a = (a, b, c, 1), upper half, and w a t of the three targets t.
  // Not `let [aa, ...] = [...]`: what is unpacked so is a number on the heap, made anew by every addition.
  let aa = 0;
  let ab = 0;
  let ac = 0;
  let a1 = 0;
  let bb = 0;
  let bc = 0;
  let b1 = 0;
  let cc = 0;
  let c1 = 0;
  let sum = 0;
  let ar = 0;
  let br = 0;
  let cr = 0;
  let r1 = 0;
  let ag = 0;
  let bg = 0;
  let cg = 0;
  let g1 = 0;
  let ad = 0;
  let bd = 0;
  let cd = 0;
  let d1 = 0;
  for (let i = 0; i < slopes.length; i++) {
    const slope = slopes[i] as number;
    const relative = (residuals[i] as number) / width;
    const weight = (slope * slope) / (1 + relative * relative);
    const a = first[i] as number;
    const b = second[i] as number;
    const c = third[i] as number;
    const wa = weight * a;
    const wb = weight * b;
    const wc = weight * c;
    const r = red[i] as number;
    const g = green[i] as number;
    const d = blue[i] as number;
    aa += wa * a;
    ab += wa * b;
    ac += wa * c;
    a1 += wa;
    bb += wb * b;
    bc += wb * c;
    b1 += wb;
    cc += wc * c;
    c1 += wc;
    sum += weight;
    ar += wa * r;
    br += wb * r;
    cr += wc * r;
    r1 += weight * r;
    ag += wa * g;
    bg += wb * g;
    cg += wc * g;
    g1 += weight * g;
    ad += wa * d;
    bd += wb * d;
    cd += wc * d;
    d1 += weight * d;
  }
  const normal = Float64Array.of(aa, ab, ac, a1, ab, bb, bc, b1, ac, bc, cc, c1, a1, b1, c1, sum);
  const right = Float64Array.of(ar, br, cr, r1, ag, bg, cg, g1, ad, bd, cd, d1);
  const pull = RIDGE * slopes.length;
  for (let k = 0; k < 4; k++) normal[5 * k] = (normal[5 * k] as number) + pull;
  for (let k = 0; k < 3; k++) right[5 * k] = (right[5 * k] as number) + pull;
  const out = new Float64Array(12);
  for (let c = 0; c < 3; c++) out.set(solve4(normal, right.subarray(4 * c, 4 * c + 4)), 4 * c);
  return out;
}

/** Solves the symmetric positive system by Gauss elimination; the ridge keeps it regular. */
function solve4(normal: Float64Array, right: Float64Array): Float64Array {
  const a = normal.slice();
  const b = right.slice();
  for (let k = 0; k < 4; k++) {
    const pivot = a[4 * k + k] as number;
    for (let row = k + 1; row < 4; row++) {
      const factor = (a[4 * row + k] as number) / pivot;
      for (let column = k; column < 4; column++)
        a[4 * row + column] = (a[4 * row + column] as number) - factor * (a[4 * k + column] as number);
      b[row] = (b[row] as number) - factor * (b[k] as number);
    }
  }
  for (let k = 3; k >= 0; k--) {
    let sum = b[k] as number;
    for (let column = k + 1; column < 4; column++) sum -= (a[4 * k + column] as number) * (b[column] as number);
    b[k] = sum / (a[4 * k + k] as number);
  }
  return b;
}
