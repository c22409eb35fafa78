/** How far the fit of tone and colour moved the reference inside the overlap. @module */
import type { Plane } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { ToneChange } from '../comparison.ts';
import { lumaChroma } from './lumaChroma.ts';

/** Mean change of luma or chroma that recompression and marks stay below, levels; bench/verdict. */
const CHANGED_MIN = 3;

/** Asked for by the cues and by the comparison itself. */
const seen = new WeakMap<AlignedPictures, ToneChange>();

/** @param aligned nobody writes to them any more */
export function toneChange(aligned: AlignedPictures): ToneChange {
  const change = seen.get(aligned) ?? measured(aligned);
  seen.set(aligned, change);
  return change;
}

function measured({ referenceLow, fittedLow, inside }: AlignedPictures): ToneChange {
  if (fittedLow === referenceLow) return { lumaShift: 0, chromaShift: 0, changed: false };
  const from = lumaChroma(referenceLow);
  const to = lumaChroma(fittedLow);
  const shifts = from.map((plane, c) => meanShift(plane, to[c] as Plane, inside));
  const lumaShift = shifts[0] as number;
  const chromaShift = (shifts[1] as number) + (shifts[2] as number);
  return { lumaShift, chromaShift, changed: Math.max(lumaShift, chromaShift) > CHANGED_MIN };
}

function meanShift(from: Plane, to: Plane, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    count++;
    sum += Math.abs((to.data[i] as number) - (from.data[i] as number));
  }
  return count > 0 ? sum / count : 0;
}
