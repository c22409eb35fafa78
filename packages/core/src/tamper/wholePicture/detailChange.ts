/**
 * Was the whole picture blurred, sharpened or denoised? Of detail in a band, h = G_a * p - G_b * p (G_s a Gaussian of s px), in
 * patches, the gain by which the picture's follows the reference's,
 *     g = cov(h_q, h_f) / var(h_f),
 * as the median over patches of strong detail, and over those of weak detail: a blur or sharpening changes both, a denoiser
 * takes the weak and keeps the strong, which is what makes it one (Buades, Coll, Morel 2005, method noise). Codecs do the same
 * to the finest detail, and so what is told of it needs the coarser bands too.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';

/** Median gains; 1 unchanged, or nothing there to tell. */
export interface DetailGain {
  /** Over the quarter of the patches in which the reference has most of it. */
  readonly strong: number;
  /** Over the quarter in which it has least that can be told. */
  readonly weak: number;
}

export interface DetailChange {
  /** By the width of the detail: 1, 3 and 10 px of the working picture. */
  readonly detail: { readonly fine: DetailGain; readonly coarse: DetailGain; readonly wide: DetailGain };
}

/** Widths that bound the bands of fine, coarse and wide detail, px; 0 is the picture itself. */
const WIDTHS = [0, 1, 3, 10] as const;
const PATCH = 16;
/** Least variance of detail that is told from rounding, levels^2. */
const VARIANCE_MIN = 0.5;
/** Fewer patches tell nothing. */
const PATCHES_MIN = 8;

export function detailChange(query: Plane, fitted: Plane, inside: Uint8Array): DetailChange {
  const [q, f] = [lowPassesOf(query), lowPassesOf(fitted)];
  const band = (k: 0 | 1 | 2): DetailGain =>
    gains({ inner: q[k], outer: q[k + 1] } as Band, { inner: f[k], outer: f[k + 1] } as Band, inside, query);
  return { detail: { fine: band(0), coarse: band(1), wide: band(2) } };
}

/** Detail between two low-passes; taken where it is looked at, for a plane of it takes as long as all the rest. */
interface Band {
  readonly inner: Float32Array;
  readonly outer: Float32Array;
}

function gains(q: Band, f: Band, inside: Uint8Array, { width, height }: Size): DetailGain {
  const patches: { readonly variance: number; readonly gain: number }[] = [];
  for (let y = 0; y + PATCH <= height; y += PATCH)
    for (let x = 0; x + PATCH <= width; x += PATCH) {
      const { variance, covariance, count } = momentsIn(q, f, inside, width, x, y);
      if (count < PATCH ** 2 / 2 || variance < VARIANCE_MIN) continue;
      patches.push({ variance, gain: covariance / variance });
    }
  if (patches.length < PATCHES_MIN) return { strong: 1, weak: 1 };
  patches.sort((a, b) => a.variance - b.variance);
  const quarter = Math.max(1, patches.length >> 2);
  return { strong: medianGain(patches.slice(-quarter)), weak: medianGain(patches.slice(0, quarter)) };
}

/** One for each of the widths. */
const lowPassesOf = (plane: Plane): Float32Array[] =>
  WIDTHS.map((sigma) => (sigma === 0 ? plane : sharedBlur(plane, sigma)).data);

function momentsIn(
  { inner: q0, outer: q1 }: Band,
  { inner: f0, outer: f1 }: Band,
  inside: Uint8Array,
  width: number,
  left: number,
  top: number,
) {
  let variance = 0;
  let covariance = 0;
  let count = 0;
  for (let y = top; y < top + PATCH; y++)
    for (let x = left, i = y * width + left; x < left + PATCH; x++, i++) {
      if (inside[i] === 0) continue;
      const f = (f0[i] as number) - (f1[i] as number);
      variance += f * f;
      covariance += f * ((q0[i] as number) - (q1[i] as number));
      count++;
    }
  return { variance: variance / Math.max(1, count), covariance: covariance / Math.max(1, count), count };
}

const medianGain = (patches: readonly { readonly gain: number }[]): number => {
  const gains = patches.map(({ gain }) => gain).sort((a, b) => a - b);
  return gains[gains.length >> 1] as number;
};
