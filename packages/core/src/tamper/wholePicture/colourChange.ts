/** Did the whole picture lose its colours, or was it turned into its negative? @module */
import type { Plane } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaChroma } from '../globalFit/lumaChroma.ts';

export interface ColourChange {
  /** Root mean square of chroma after the change and before it, levels. */
  readonly chroma: number;
  readonly chromaBefore: number;
  /** Pearson's correlation of the picture's luma with its reference's, -1..1; near -1 for a negative. */
  readonly lumaCorrelation: number;
}

export function colourChange({ queryLow, referenceLow, inside }: AlignedPictures): ColourChange {
  const [luma, ...chroma] = lumaChroma(queryLow);
  const [lumaBefore, ...chromaBefore] = lumaChroma(referenceLow);
  const strength = (planes: readonly Plane[]): number =>
    Math.hypot(...planes.map(({ data }) => Math.sqrt(moment(data, data, inside))));
  return {
    chroma: strength(chroma),
    chromaBefore: strength(chromaBefore),
    lumaCorrelation: correlation(luma.data, lumaBefore.data, inside),
  };
}

/** Mean product over the mask; 0 over none. */
function moment(a: Float32Array, b: Float32Array, mask: Uint8Array, meanA = 0, meanB = 0): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    sum += ((a[i] as number) - meanA) * ((b[i] as number) - meanB);
    count++;
  }
  return count > 0 ? sum / count : 0;
}

function correlation(a: Float32Array, b: Float32Array, mask: Uint8Array): number {
  let sumA = 0;
  let sumB = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    sumA += a[i] as number;
    sumB += b[i] as number;
    count++;
  }
  if (count === 0) return 0;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const deviations = Math.sqrt(moment(a, a, mask, meanA, meanA) * moment(b, b, mask, meanB, meanB));
  return deviations > 0 ? moment(a, b, mask, meanA, meanB) / deviations : 0;
}
