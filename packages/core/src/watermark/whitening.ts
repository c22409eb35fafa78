/**
 * Takes the picture out of a picture: what is left has about equal energy everywhere, so that no bright edge or busy
 * region outvotes the rest of the mark.
 *     d = Y - g_5 * Y,   sd = sqrt(g_4 * d^2),   z = clip(d / (sd + 1.5), -2.5, 2.5) / (sd + 1.5)^(1/2) * min(1, sd / 0.3)
 * The exponents add to a division by sd^1.5. A matched filter for a mark of even strength would divide by sd^2; but the
 * quiet places that it trusts most are those that compression empties, and 1.5 measured best between the two.
 * Constants and measurement: docs/decisions/0002-watermark-engine.md.
 * Source: Voloshynovskiy, Pereira, Iquise, Pun 2001 (local Wiener estimate of the mark); own departure as stated.
 * @module
 */
import type { Plane } from '../raster.ts';
import { stackedBlur } from '../signal/stackedBlur.ts';

const MEAN_SIGMA = 5;
const ACTIVITY_SIGMA = 4;
/** Noise floor of 8-bit pictures in units of luma: keeps flat places from amplifying rounding noise. */
const ACTIVITY_FLOOR = 1.5;
const CLIP = 2.5;
/** Below this activity a place is synthetic (a letterbox, a blank border) and counts for nothing. */
const ACTIVITY_OF_BLANK = 0.3;

/** @param luma in [0, 255]. @returns plane of the same size, about in [-2.5, 2.5] */
export function whiten(luma: Plane): Plane {
  const { width, height } = luma;
  const mean = stackedBlur(luma, MEAN_SIGMA);
  const detail = new Float32Array(luma.data.length);
  const energy = mean.data;
  for (let i = 0; i < detail.length; i++) {
    const d = (luma.data[i] as number) - (mean.data[i] as number);
    detail[i] = d;
    energy[i] = d * d;
  }
  const power = stackedBlur(mean, ACTIVITY_SIGMA);
  for (let i = 0; i < detail.length; i++) {
    const activity = Math.sqrt(Math.max(0, power.data[i] as number));
    const floored = activity + ACTIVITY_FLOOR;
    const z = Math.max(-CLIP, Math.min(CLIP, (detail[i] as number) / floored));
    detail[i] = (z / Math.sqrt(floored)) * Math.min(1, activity / ACTIVITY_OF_BLANK);
  }
  return { width, height, data: detail };
}
