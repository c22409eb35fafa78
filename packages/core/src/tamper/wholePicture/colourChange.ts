/** Did the whole picture lose its colours, or get others, or was it turned into its negative? @module */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaChroma } from '../globalFit/lumaChroma.ts';
import { hueChange, type HueChange } from './hueChange.ts';

export interface ColourChange extends HueChange {
  /** Root mean square of chroma after the change and before it, levels. */
  readonly chroma: number;
  readonly chromaBefore: number;
  /** Pearson's correlation of the picture's luma with its reference's, -1..1; near -1 for a negative. */
  readonly lumaCorrelation: number;
}

export function colourChange({ queryLow, referenceLow, inside }: AlignedPictures): ColourChange {
  const [after, before] = [lumaChroma(queryLow), lumaChroma(referenceLow)];
  const [luma, cb, cr] = after;
  const [lumaBefore, cbBefore, crBefore] = before;
  return {
    ...hueChange(after, before, inside),
    chroma: strength(cb.data, cr.data, inside),
    chromaBefore: strength(cbBefore.data, crBefore.data, inside),
    lumaCorrelation: correlation(luma.data, lumaBefore.data, inside),
  };
}

/** Root mean square of two planes together over the mask; 0 over none. */
function strength(a: Float32Array, b: Float32Array, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    sum += (a[i] as number) * (a[i] as number) + (b[i] as number) * (b[i] as number);
    count++;
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

/** Levels: so near to the mean of a picture that the sums of squares lose nothing. */
const MIDDLE = 128;

function correlation(a: Float32Array, b: Float32Array, mask: Uint8Array): number {
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const p = (a[i] as number) - MIDDLE;
    const q = (b[i] as number) - MIDDLE;
    sumA += p;
    sumB += q;
    squaresA += p * p;
    squaresB += q * q;
    products += p * q;
    count++;
  }
  if (count === 0) return 0;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  return Math.min(varianceA, varianceB) > VARIANCE_MIN
    ? (products / count - meanA * meanB) / Math.sqrt(varianceA * varianceB)
    : 0;
}

/** Levels^2: below it a plane is flat but for rounding. */
const VARIANCE_MIN = 1e-9;
