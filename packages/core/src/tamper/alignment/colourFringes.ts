/**
 * Colour fringes: a lens, or who imitates one, images red and blue larger or smaller than green. Each channel is displaced as a whole,
 *     q_c(x) = g_c r_c(x + d_c(x)) + o_c,   d_c(x) = s_c (x - m) + t_c,
 * by Gauss-Newton with Cauchy weights over all of the overlap (Lucas and Kanade 1981); what red and blue are displaced by against green is
 * taken out. Three numbers a channel explain no edit.
 * @module
 */
import type { Size } from '../../raster.ts';
import { bilinear } from '../../registration/refineHomography.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import type { Unbent } from './bend.ts';
import type { ColourPlanes, WarpedReference } from './registeredColour.ts';
import { displacedPlanes } from './residualFlow.ts';

/** Every so many pixels of every so many lines is asked. */
const STEP = 5;
/** From a pixel to those that its gradient is of, px; wide, so that noise weighs little and shifts of 3 px converge. */
const REACH = 2;
const ITERATIONS = 4;
/** Width of the Cauchy weight, levels: above noise and coding, below what edits change. */
const WIDTH = 8;
const RIDGE = 1e-3;
/** Fringes at the corners, px, below which none are looked for any further: rounding of a coder makes a tenth. */
const FRINGE_MIN = 0.4;
/** What the fringes leave of a channel's mean difference, at most: otherwise nothing was explained. */
const LEFT_MAX = 0.9;
/** Differences above it are edits, levels. */
const DIFFERENCE_MAX = 30;

/** Of one channel, px: at the corners, from the middle outwards, and everywhere. */
interface Fringe {
  readonly outwards: number;
  readonly right: number;
  readonly down: number;
}

interface Fit extends Fringe {
  readonly gain: number;
  readonly offset: number;
}

const STILL: Fit = { outwards: 0, right: 0, down: 0, gain: 1, offset: 0 };

/** The reference with the fringes of the query; the very one that was given where the query has none. */
export function withFringesOf(query: ColourPlanes, { registered, bent }: Unbent): Unbent {
  const fringes = fringesOf(query, bent);
  if (fringes === null) return { registered, bent };
  const fringed = withFringes(bent, fringes);
  return { registered: registered === bent ? fringed : withFringes(registered, fringes), bent: fringed };
}

/** Of red and blue against green; null if there are none. */
function fringesOf(query: ColourPlanes, reference: WarpedReference): readonly [Fringe, Fringe] | null {
  const step = (from: readonly Fit[]): readonly Fit[] =>
    from.map((fit, c) => refined(query, reference, c as 0 | 1 | 2, fit));
  let fits = step([STILL, STILL, STILL]);
  for (let k = 1; k < ITERATIONS; k++) {
    if (!isFringed(fits)) return null;
    fits = step(fits);
  }
  const [red, green, blue] = fits as [Fit, Fit, Fit];
  const isExplained = (fit: Fit, c: 0 | 2): boolean => {
    const left = difference(query, reference, c, fit);
    return left <= LEFT_MAX * difference(query, reference, c, { ...green, gain: fit.gain, offset: fit.offset });
  };
  return isFringed(fits) && (isExplained(red, 0) || isExplained(blue, 2))
    ? [against(red, green), against(blue, green)]
    : null;
}

const isFringed = ([red, green, blue]: readonly Fit[]): boolean =>
  Math.max(Math.abs(red!.outwards - green!.outwards), Math.abs(blue!.outwards - green!.outwards)) >= FRINGE_MIN;

const against = (fringe: Fringe, green: Fringe): Fringe => ({
  outwards: fringe.outwards - green.outwards,
  right: fringe.right - green.right,
  down: fringe.down - green.down,
});

/**
 * Sees a place of the reference as the query shows it; numbers, for an object of each would be made 30,000 times.
 * @param i  of the query
 * @param at where it is from, and `fx`, `fy` how far beyond that
 * @param x  like `y` in halves of the diagonal from the middle
 */
type SeePlace = (i: number, at: number, fx: number, fy: number, x: number, y: number) => void;

const halfDiagonal = ({ width, height }: Size): number => Math.hypot(width, height) / 2;

/** Calls back for the places where both have pixels. */
function forPlaces(reference: WarpedReference, fringe: Fringe, see: SeePlace): void {
  const { width, height, covered } = reference;
  const half = halfDiagonal(reference);
  for (let row = REACH; row < height - REACH; row += STEP)
    for (let column = REACH; column < width - REACH; column += STEP) {
      const x = (column - (width - 1) / 2) / half;
      const y = (row - (height - 1) / 2) / half;
      const u = column + fringe.outwards * x + fringe.right;
      const v = row + fringe.outwards * y + fringe.down;
      const left = Math.floor(u);
      const top = Math.floor(v);
      if (left < REACH || top < REACH || left >= width - REACH || top >= height - REACH) continue;
      const at = top * width + left;
      const isCovered =
        covered[at - REACH] === 1 &&
        covered[at + REACH] === 1 &&
        covered[at - REACH * width] === 1 &&
        covered[at + REACH * width] === 1;
      if (isCovered) see(row * width + column, at, u - left, v - top, x, y);
    }
}

function refined(query: ColourPlanes, reference: WarpedReference, c: 0 | 1 | 2, fit: Fit): Fit {
  const [from, to] = [query.channels[c], reference.channels[c]];
  const { width } = reference;
  const equations = new NormalEquations(5);
  const row = new Float64Array(5);
  const isFirst = fit === STILL;
  forPlaces(reference, fit, (i, at, fx, fy, x, y) => {
    const value = bilinear(to, at, width, fx, fy);
    const gx = ((to[at + REACH] as number) - (to[at - REACH] as number)) / (2 * REACH);
    const gy = ((to[at + REACH * width] as number) - (to[at - REACH * width] as number)) / (2 * REACH);
    row[0] = value;
    row[1] = DIFFERENCE_MAX;
    row[2] = fit.gain * (gx * x + gy * y);
    row[3] = fit.gain * gx;
    row[4] = fit.gain * gy;
    const sample = from[i] as number;
    const off = (sample - fit.gain * value - fit.offset) / WIDTH;
    equations.add(row, sample, isFirst ? 1 : 1 / (1 + off * off));
  });
  const [gain, offset, outwards, right, down] = equations.solve(RIDGE) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    gain,
    offset: DIFFERENCE_MAX * offset,
    outwards: fit.outwards + outwards,
    right: fit.right + right,
    down: fit.down + down,
  };
}

/** Mean difference of a channel once it is fitted, levels. */
function difference(query: ColourPlanes, reference: WarpedReference, c: 0 | 2, fit: Fit): number {
  const [from, to] = [query.channels[c], reference.channels[c]];
  let sum = 0;
  let count = 0;
  forPlaces(reference, fit, (i, at, fx, fy) => {
    const fitted = fit.gain * bilinear(to, at, reference.width, fx, fy) + fit.offset;
    sum += Math.min(DIFFERENCE_MAX, Math.abs((from[i] as number) - fitted));
    count++;
  });
  return sum / Math.max(1, count);
}

function withFringes(reference: WarpedReference, [red, blue]: readonly [Fringe, Fringe]): WarpedReference {
  const [r, g, b] = reference.channels;
  return { ...reference, channels: [displaced(r, reference, red), g, displaced(b, reference, blue)] };
}

function displaced(data: Float32Array, { width, height }: Size, fringe: Fringe): Float32Array<ArrayBuffer> {
  const half = halfDiagonal({ width, height });
  const [dx, dy] = [new Float32Array(data.length), new Float32Array(data.length)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      dx[i] = (fringe.outwards * (x - (width - 1) / 2)) / half + fringe.right;
      dy[i] = (fringe.outwards * (y - (height - 1) / 2)) / half + fringe.down;
    }
  const size = { width, height };
  const [out] = displacedPlanes(size, [data], { dx: { ...size, data: dx }, dy: { ...size, data: dy } });
  return out as Float32Array<ArrayBuffer>;
}
