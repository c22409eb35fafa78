/**
 * Contrast masking: the strength of a mark that a place hides. Over a smooth ground the eye sees a change from a threshold
 * on; over texture of deviation sigma the threshold rises, first slowly, then with the texture:
 *     t(x)^2 = d(Y) (t0^2 + k sigma^4 / (sigma^2 + s^2)),   d(Y) = 1/2 + min(1, Y / 80) / 2,
 * so that a sky with a little grain is as quiet as one without, and a lawn takes what it hides. Dark ground shows a mark
 * sooner. t is a root mean square of luma, levels, not a peak.
 * Source: Legge, Foley 1980 (threshold against contrast of the masker); constants by eye at 200 % and by what is read,
 * docs/decisions/0024-quiet-ground.md.
 * @module
 */

/** k: the energy that texture hides, of its own. */
const MASKING = 0.3;
/** s, levels: texture below hides next to nothing. */
const MASKING_FROM = 4;
const DARK_LUMA = 80;
const DARK_SHARE = 0.5;

/** d above. @param luma of the place, levels */
export function darkShare(luma: number): number {
  return DARK_SHARE + (1 - DARK_SHARE) * Math.min(1, Math.max(0, luma / DARK_LUMA));
}

/** k sigma^4 / (sigma^2 + s^2). @param variance sigma^2 of the place, levels squared */
export function maskedByTexture(variance: number): number {
  const positive = Math.max(0, variance);
  return (MASKING * positive * positive) / (positive + MASKING_FROM ** 2);
}
