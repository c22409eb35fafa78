/** By how much changed regions are lighter and of another colour than the fit makes expected: what recolours keep is the structure. @module */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { ComparisonFacts } from '../comparison.ts';
import { lumaChroma } from '../globalFit/lumaChroma.ts';

/** @param mask 1 inside the regions, on the working picture */
export function changedColour(
  { queryLow, fittedLow }: Pick<AlignedPictures, 'queryLow' | 'fittedLow'>,
  mask: Uint8Array,
): ComparisonFacts['changedColour'] {
  if (!mask.includes(1)) return { luma: 0, chroma: 0 };
  const [query, fitted] = [lumaChroma(queryLow), lumaChroma(fittedLow)];
  const area = mask.reduce((sum, value) => sum + value, 0);
  const [luma, cb, cr] = query.map(({ data }, c) => {
    const from = fitted[c as 0 | 1 | 2].data;
    let sum = 0;
    for (let i = 0; i < mask.length; i++) if (mask[i] === 1) sum += (data[i] as number) - (from[i] as number);
    return sum / area;
  }) as [number, number, number];
  return { luma: Math.abs(luma), chroma: Math.hypot(cb, cr) };
}
