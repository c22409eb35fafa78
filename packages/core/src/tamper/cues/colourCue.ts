/**
 * The cue of recoloured things: the local mean of both chroma differences together, against what the picture leads to expect,
 *     h = |mean (q - r)_Cb, mean (q - r)_Cr| / (2 + s + t / 10)
 * with s the picture's own spread of such means and t by how much the tone fit moved luma and chroma: the farther it had to go,
 * the farther it may be off at a colour that is rare in the picture.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { localMeanDifference, unmixedDeviation } from './localStatistics.ts';

/** Half width of the windows, half-grid cells, two passes. */
const WINDOW_RADIUS = 2;
/** Levels: steps of chroma's mean in a block of JPEG 30 are 3.5 wide. */
const ALWAYS = 2;
/** Part of the tone change that its fit may be off by; bench/verdict, part `tune`. */
const PER_TONE_CHANGE = 0.1;

/**
 * @param query, reference Cb and Cr of the same tone, low-passed
 * @param toneShift mean change of luma and of chroma by the fit, added, levels
 * @returns on the half grid, 0 and more
 */
export function colourCue(
  query: readonly [Plane, Plane],
  reference: readonly [Plane, Plane],
  inside: Uint8Array,
  valid: Uint8Array,
  toneShift: number,
): Float32Array {
  const cb = localMeanDifference(query[0], reference[0], inside, WINDOW_RADIUS);
  const cr = localMeanDifference(query[1], reference[1], inside, WINDOW_RADIUS);
  const spread = Math.hypot(unmixedDeviation(cb, valid), unmixedDeviation(cr, valid));
  const unit = ALWAYS + spread + PER_TONE_CHANGE * toneShift;
  for (let i = 0; i < cb.length; i++) cb[i] = Math.hypot(cb[i] as number, cr[i] as number) / unit;
  return cb;
}
