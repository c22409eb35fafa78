/**
 * The cue of recoloured things: the local mean of both chroma differences together, against what the picture leads to expect,
 *     h = |mean (q - r)_Cb, mean (q - r)_Cr| / (2 + s + t / 10)
 * with s the picture's own spread of such means and t by how much the tone fit moved luma and chroma: the farther it had to go,
 * the farther it may be off at a colour that is rare in the picture.
 * @module
 */
import { unmixedDeviation } from './localStatistics.ts';

/** Levels: steps of chroma's mean in a block of JPEG 30 are 3.5 wide. */
const ALWAYS = 2;
/** Part of the tone change that its fit may be off by; bench/verdict, part `tune`. */
const PER_TONE_CHANGE = 0.1;

/**
 * @param cb, cr    local mean differences of query and reference, of the same tone and low-passed, see `localMeanDifference`
 * @param toneShift mean change of luma and of chroma by the fit, added, levels
 * @returns on the half grid, 0 and more
 */
export function colourCue(cb: Float32Array, cr: Float32Array, valid: Uint8Array, toneShift: number): Float32Array {
  const spread = Math.hypot(unmixedDeviation(cb, valid), unmixedDeviation(cr, valid));
  const perUnit = 1 / (ALWAYS + spread + PER_TONE_CHANGE * toneShift);
  const out = new Float32Array(cb.length);
  for (let i = 0; i < out.length; i++) out[i] = perUnit * Math.sqrt((cb[i] as number) ** 2 + (cr[i] as number) ** 2);
  return out;
}
