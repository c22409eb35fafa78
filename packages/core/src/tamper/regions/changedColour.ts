/** By how much changed regions are lighter and of another colour than the fit makes expected: what recolours keep is the structure. @module */
import type { Plane, Size } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { cutOut, type Rectangle } from '../../signal/cutOut.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { ComparisonFacts } from '../comparison.ts';
import { lumaChroma, lumaOf } from '../globalFit/lumaChroma.ts';
import { connectedRegions } from './morphology.ts';

/** @param mask 1 inside the regions, on the working picture */
export function changedColour(
  { queryLow, fittedLow }: Pick<AlignedPictures, 'queryLow' | 'fittedLow'>,
  mask: Uint8Array,
): ComparisonFacts['changedColour'] {
  if (!mask.includes(1)) return { luma: 0, chroma: 0, structure: 0 };
  const [query, fitted] = [lumaChroma(queryLow), lumaChroma(fittedLow)];
  const [luma, cb, cr] = query.map(({ data }, c) => meanDifference(data, fitted[c as 0 | 1 | 2].data, mask)) as [
    number,
    number,
    number,
  ];
  return { luma: Math.abs(luma), chroma: Math.hypot(cb, cr), structure: structureOf(query[0], fitted[0], mask).shared };
}

/** With less of the picture than this a region is an edge of another. */
const APART_FRACTION_MIN = 0.002;
const APART_MAX = 4;

/**
 * The same of each region by itself, the largest first, at most four, where there are several: what is light in one place does not excuse what was
 * replaced in another. Where the stored picture is plain there is no structure to be kept, and nothing is told.
 * @param mask 1 inside the regions, on the working picture
 */
export function coloursApart(
  aligned: Pick<AlignedPictures, 'queryLow' | 'fittedLow'>,
  mask: Uint8Array,
): ComparisonFacts['coloursApart'] {
  if (!mask.includes(1)) return [];
  const { width, height } = aligned.queryLow;
  const labels = new Int32Array(mask.length);
  const regions = connectedRegions(mask, width, height, new Float32Array(mask.length), labels);
  const large = regions.filter(({ area }) => area >= APART_FRACTION_MIN * mask.length).slice(0, APART_MAX);
  if (large.length < 2) return [];
  return large.flatMap(({ label }) => {
    const one = mask.map((_, i) => (labels[i] === label ? 1 : 0));
    return isPlainIn(aligned, one) ? [] : [changedColour(aligned, one)];
  });
}

/** @param mask 1 somewhere */
function meanDifference(a: Float32Array, b: Float32Array, mask: Uint8Array): number {
  let sum = 0;
  let area = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    sum += (a[i] as number) - (b[i] as number);
    area++;
  }
  return sum / area;
}

/** Widths of the band in which structure is compared, standard deviations of its low-passes, px of the working picture. */
const STRUCTURE_SIGMA = 6;
/** Energy of rounding, levels^2: of a flat place nothing is shared. */
const ROUNDING = 0.5;
/** Energy below which there is no structure to speak of, levels^2: grain and coding. */
const PLAIN_MAX = 4;

/** Distance, px, beyond which the low-pass sees nothing: four standard deviations. */
const STRUCTURE_REACH = 4 * STRUCTURE_SIGMA;

interface Structure {
  /** Correlation of what is finer than a smooth fall of light, over the mask, -1..1: light keeps it, other content has its own. */
  readonly shared: number;
  /** Mean square of what the stored picture has of it, levels^2. */
  readonly stored: number;
}

/** Is the stored picture plain in the changed regions? Then nothing that it shows there can be missed. */
export const isPlainIn = (
  { queryLow, fittedLow }: Pick<AlignedPictures, 'queryLow' | 'fittedLow'>,
  mask: Uint8Array,
): boolean => structureOf(lumaOf(queryLow), lumaOf(fittedLow), mask).stored < PLAIN_MAX;

/** Judging asks for that of one mask up to three times, mostly of the same pictures. */
const seen = new WeakMap<
  Uint8Array,
  { readonly query: Plane; readonly fitted: Plane; readonly structure: Structure }
>();

/** @param mask not empty; nobody writes to it any more, nor to the planes */
function structureOf(query: Plane, fitted: Plane, mask: Uint8Array): Structure {
  const known = seen.get(mask);
  if (known?.query === query && known.fitted === fitted) return known.structure;
  const structure = measuredStructure(query, fitted, mask);
  seen.set(mask, { query, fitted, structure });
  return structure;
}

function measuredStructure(query: Plane, fitted: Plane, mask: Uint8Array): Structure {
  const box = boxAround(mask, query, STRUCTURE_REACH);
  const [q0, r0] = [cutOut(query, box), cutOut(fitted, box)];
  const [queryLow, fittedLow] = [gaussianBlur(q0, STRUCTURE_SIGMA), gaussianBlur(r0, STRUCTURE_SIGMA)];
  // Not `let [qq, ...] = [...]`: what is unpacked so is a number on the heap, made anew by every addition.
  let qq = 0;
  let rr = 0;
  let qr = 0;
  let count = 0;
  for (let y = 0, i = 0; y < box.height; y++)
    for (let x = 0, at = (box.top + y) * query.width + box.left; x < box.width; x++, i++, at++) {
      if (mask[at] === 0) continue;
      const q = (q0.data[i] as number) - (queryLow.data[i] as number);
      const r = (r0.data[i] as number) - (fittedLow.data[i] as number);
      qq += q * q;
      rr += r * r;
      qr += q * r;
      count++;
    }
  const shared = qr / Math.sqrt((qq + ROUNDING * count) * (rr + ROUNDING * count));
  return { shared, stored: rr / count };
}

/** Where the mask is 1, and `margin` px around it within the picture. @param mask not empty */
function boxAround(mask: Uint8Array, { width, height }: Size, margin: number): Rectangle {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(1);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, row.lastIndexOf(1) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  return { left: x, top: y, width: Math.min(width, right + margin) - x, height: Math.min(height, bottom + margin) - y };
}
