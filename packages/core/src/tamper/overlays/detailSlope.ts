/**
 * How much of the stored picture's detail still shows in a place: the slope b of the regression of the submitted detail a_q on the stored one a_r, and its
 * standard error e,
 *     b = sum a_q a_r / sum a_r^2,   e^2 = 4 mean((a_q - b a_r)^2) / sum a_r^2,
 * a(x) the luma less its mean over the place's pixels in the 5 x 5 around x. Neighbours share their means, so that the error is twice that of independent pixels.
 * @module
 */
import type { Plane } from '../../raster.ts';

/** Half a side of the window of the local mean, px, and pixels of the place in it from which it is one. */
const RADIUS = 2;
const NEIGHBOURS_MIN = 6;
/** Fewer pixels than this say nothing. */
const PIXELS_MIN = 60;
/** Standard error in units of that of independent pixels. */
const DEPENDENCE = 2;
/** Standard errors that either slope may be off by. */
const ERRORS = 2;
/** Part of the detail of the surroundings below which it is lost: shadows and halos around letters leave about a half. */
export const LOST_MAX = 1 / 3;
/** Energy of the detail of what it is compared with, at most, in units of that of the place: weak detail is what codecs take. */
const STRONGER_MAX = 1.5;

/** Windows whose stored detail is hardly stronger than that of a place. */
export const asWeakAs =
  ({ energy }: Pick<Slope, 'energy'>) =>
  ({ variance }: DetailWindow): boolean =>
    variance <= STRONGER_MAX * energy;

export interface Slope {
  readonly slope: number;
  readonly error: number;
  /** Mean of a_r^2, levels^2. */
  readonly energy: number;
}

/** Does the stored detail show by so much less than beside that neither error explains it? */
export const isLost = (between: Pick<Slope, 'slope' | 'error'>, around: Pick<Slope, 'slope' | 'error'>): boolean =>
  between.slope + ERRORS * between.error < LOST_MAX * (around.slope - ERRORS * around.error);

/** Of the place's pixels around one of them. */
export interface DetailWindow {
  readonly aq: number;
  readonly ar: number;
  /** Mean luma, levels. */
  readonly meanQ: number;
  readonly meanR: number;
  /** Of the stored picture, levels^2. */
  readonly variance: number;
}

/**
 * b and e over a mask; null where it has too few pixels or the stored picture no detail.
 * @param counts whether a window does
 */
export function slopeOf(
  query: Plane,
  reference: Plane,
  mask: Uint8Array,
  counts: (window: DetailWindow) => boolean = () => true,
): Slope | null {
  const { width, height } = query;
  let [qq, rr, qr, count] = [0, 0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] === 0) continue;
      const window = windowAround(query, reference, mask, x, y);
      if (window === null || !counts(window)) continue;
      qq += window.aq ** 2;
      rr += window.ar ** 2;
      qr += window.aq * window.ar;
      count++;
    }
  if (count < PIXELS_MIN || rr === 0) return null;
  const slope = qr / rr;
  const residual = Math.max(0, qq - 2 * slope * qr + slope ** 2 * rr) / count;
  return { slope, error: DEPENDENCE * Math.sqrt(residual / rr), energy: rr / count };
}

/** a_q and a_r of a pixel, and the variance of r around it; null where too little of the mask is near. */
function windowAround(
  { width, height, data: q }: Plane,
  { data: r }: Plane,
  mask: Uint8Array,
  x: number,
  y: number,
): DetailWindow | null {
  let [sumQ, sumR, squares, n] = [0, 0, 0, 0];
  for (let v = Math.max(0, y - RADIUS); v <= Math.min(height - 1, y + RADIUS); v++)
    for (let u = Math.max(0, x - RADIUS); u <= Math.min(width - 1, x + RADIUS); u++) {
      const i = v * width + u;
      if (mask[i] === 0) continue;
      sumQ += q[i] as number;
      sumR += r[i] as number;
      squares += (r[i] as number) ** 2;
      n++;
    }
  if (n < NEIGHBOURS_MIN) return null;
  const at = y * width + x;
  const [meanQ, meanR] = [sumQ / n, sumR / n];
  return {
    aq: (q[at] as number) - meanQ,
    ar: (r[at] as number) - meanR,
    meanQ,
    meanR,
    variance: squares / n - meanR ** 2,
  };
}
