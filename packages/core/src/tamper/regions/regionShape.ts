/**
 * The shape of a changed region at the scale of pixels. Statistics of windows find a region but smear it by their width;
 * here each pixel is asked alone. With r_c the difference of plane c in units of what is expected there,
 *     E(x) = (r_Y^2 + r_Cb^2 + r_Cr^2) / 2
 * is the log-likelihood ratio of "edited" against "noise" up to a constant, and the region is where a smoothed
 *     G * min(k, E - k) > 0
 * near the region found. The threshold k follows the region's own strength, as matting does: the low-pass carries a strong
 * edit some pixels beyond its border, where it is weak compared with itself but strong compared with noise.
 * @module
 */
import type { Size } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { close, dilate, fillHoles, open, type Region } from './morphology.ts';

/** k as a fraction of the region's strength, its upper quartile of E; bench/verdict, part `tune`: 0.1 to 0.3 differ little. */
const STRENGTH_FRACTION = 0.15;
const STRENGTH_QUANTILE = 0.75;
/** Bounds of k: below the lower, noise joins in; an edit of more than fifty times the noise has parts that are weaker. */
const THRESHOLD_MIN = 5;
const THRESHOLD_MAX = 50;
/** A region that is weaker than that gets half of its strength for k, or it would vanish. */
const WEAK_FRACTION = 0.5;
/** Standard deviation of the smoothing G, px. */
const SMOOTHING_SIGMA = 2.5;
/** How far from the region found its shape may reach, px: twice the windows' standard deviation. */
const REACH = 12;
/** Gaps up to twice this width are closed: places where old and new happen to be alike, px. */
const CLOSE_RADIUS = 5;
/** Narrower things than twice this are noise, px. */
const OPEN_RADIUS = 2;

export interface Shape {
  /** Box of the part that was examined, px. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** 1 inside the region; row-major in the box. */
  readonly mask: Uint8Array;
  readonly area: number;
}

/**
 * @param evidence E at every pixel
 * @param size     of `evidence`
 * @param labels   on the half grid, see `connectedRegions`
 * @param cells    size of the half grid
 */
export function regionShape(
  evidence: Float32Array,
  size: Size,
  region: Region,
  labels: Int32Array,
  cells: Size,
): Shape {
  const left = Math.max(0, 2 * region.left - REACH);
  const top = Math.max(0, 2 * region.top - REACH);
  const width = Math.min(size.width, 2 * region.right + REACH) - left;
  const height = Math.min(size.height, 2 * region.bottom + REACH) - top;
  const part = new Float32Array(width * height);
  const seed = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      part[i] = evidence[(top + y) * size.width + left + x] as number;
      if (labels[((top + y) >> 1) * cells.width + ((left + x) >> 1)] === region.label) seed[i] = 1;
    }
  const threshold = thresholdOf(part, seed);
  for (let i = 0; i < part.length; i++) part[i] = Math.min(threshold, (part[i] as number) - threshold);
  const smooth = gaussianBlur({ width, height, data: part }, SMOOTHING_SIGMA, { truncate: 3 }).data;
  const near = dilate(seed, width, height, REACH);
  for (let i = 0; i < near.length; i++) if ((smooth[i] as number) <= 0) near[i] = 0;
  const shape = fillHoles(open(close(near, width, height, CLOSE_RADIUS), width, height, OPEN_RADIUS), width, height);
  // What is found by its texture alone may have no pixel that stands out: then the cells are all that is known.
  const mask = shape.includes(1) ? shape : seed;
  let area = 0;
  for (let i = 0; i < mask.length; i++) area += mask[i] as number;
  return { left, top, width, height, mask, area };
}

/** k for the pixels of `seed`. */
function thresholdOf(evidence: Float32Array, seed: Uint8Array): number {
  const values = new Float32Array(evidence.length);
  let count = 0;
  for (let i = 0; i < evidence.length; i++) if (seed[i] === 1) values[count++] = evidence[i] as number;
  const strength = ranked(values.subarray(0, count), Math.floor(STRENGTH_QUANTILE * count)) ?? 0;
  const min = Math.min(THRESHOLD_MIN, WEAK_FRACTION * strength);
  return Math.min(THRESHOLD_MAX, Math.max(min, STRENGTH_FRACTION * strength));
}
