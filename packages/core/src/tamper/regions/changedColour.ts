/** By how much changed regions are lighter and of another colour than the fit makes expected: what recolours keep is the structure. @module */
import type { Plane } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { ComparisonFacts } from '../comparison.ts';
import { lumaChroma } from '../globalFit/lumaChroma.ts';

/** @param mask 1 inside the regions, on the working picture */
export function changedColour(
  { queryLow, fittedLow }: Pick<AlignedPictures, 'queryLow' | 'fittedLow'>,
  mask: Uint8Array,
): ComparisonFacts['changedColour'] {
  if (!mask.includes(1)) return { luma: 0, chroma: 0, structure: 0 };
  const [query, fitted] = [lumaChroma(queryLow), lumaChroma(fittedLow)];
  const area = mask.reduce((sum, value) => sum + value, 0);
  const [luma, cb, cr] = query.map(({ data }, c) => {
    const from = fitted[c as 0 | 1 | 2].data;
    let sum = 0;
    for (let i = 0; i < mask.length; i++) if (mask[i] === 1) sum += (data[i] as number) - (from[i] as number);
    return sum / area;
  }) as [number, number, number];
  return { luma: Math.abs(luma), chroma: Math.hypot(cb, cr), structure: sharedStructure(query[0], fitted[0], mask) };
}

/** Widths of the band in which structure is compared, standard deviations of its low-passes, px of the working picture. */
const STRUCTURE_SIGMA = 6;
/** Energy of rounding, levels^2: of a flat place nothing is shared. */
const ROUNDING = 0.5;

/** Correlation of what is finer than a smooth fall of light, over the mask, -1..1: light keeps it, other content has its own. */
function sharedStructure(query: Plane, fitted: Plane, mask: Uint8Array): number {
  const [queryLow, fittedLow] = [gaussianBlur(query, STRUCTURE_SIGMA), gaussianBlur(fitted, STRUCTURE_SIGMA)];
  let [qq, rr, qr, count] = [0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const q = (query.data[i] as number) - (queryLow.data[i] as number);
    const r = (fitted.data[i] as number) - (fittedLow.data[i] as number);
    qq += q * q;
    rr += r * r;
    qr += q * r;
    count++;
  }
  return qr / Math.sqrt((qq + ROUNDING * count) * (rr + ROUNDING * count));
}
