/**
 * Where a change of tone or colour has clipped the picture, what the reference shows is lost in the query, and near the
 * ends of the range the fit follows the mean of what was clipped only roughly. Such places say nothing of an edit. What was white
 * or black before as well does, and so does what was painted white or black where the reference is neither, where the tone of
 * the picture was left as it was, or in a colour of which a channel that is not clipped is another than the fit says.
 * @module
 */
import type { AlignedPictures } from './alignPictures.ts';
import { dilate } from '../regions/morphology.ts';

const LEVEL_MAX = 255;
/** A sample this near to an end of the range is clipped, levels: coding moves it by one or two. */
const CLIPPED = 3;
/** How near the reference must come to that end once its tone is the query's, levels; more is an edit. */
const NEAR = 40;
/** The reference itself was clipped there if it is nearer than this, levels. */
const WAS_CLIPPED = 6;
/** The change of tone must have moved it towards that end by more than this, levels: what a fit of no change moves stays below. */
const MOVED_MIN = 4;
/** Channels that are not clipped agree with the fit within this, low-passed, levels: paint on dark or bright ground is off by more. */
const AGREES = 25;
/** The low-pass carries a clipped pixel this far, px. */
const REACH = 2;

/** 1 where the pictures can be compared: inside the overlap and not clipped by a change of tone. */
export function comparablePixels(aligned: AlignedPictures): Uint8Array {
  const { query, inside, referenceLow, fittedLow } = aligned;
  const clipped = new Uint8Array(inside.length);
  for (let c = 0; c < 3; c++) {
    const sample = query.channels[c] as Float32Array;
    const fitted = fittedLow.channels[c] as Float32Array;
    const before = referenceLow.channels[c] as Float32Array;
    for (let i = 0; i < clipped.length; i++)
      if (isLost(sample[i] as number, fitted[i] as number, before[i] as number)) clipped[i] = 1;
  }
  if (!clipped.includes(1)) return inside;
  for (let i = 0; i < clipped.length; i++) if (clipped[i] === 1 && isPainted(aligned, i)) clipped[i] = 0;
  const out = dilate(clipped, query.width, query.height, REACH);
  for (let i = 0; i < out.length; i++) out[i] = inside[i] === 1 && out[i] === 0 ? 1 : 0;
  return out;
}

/** Is a channel that was not lost another than the fit says? */
function isPainted({ query, queryLow, referenceLow, fittedLow }: AlignedPictures, i: number): boolean {
  for (let c = 0; c < 3; c++) {
    const fitted = fittedLow.channels[c]?.[i] as number;
    const isOff = Math.abs((queryLow.channels[c]?.[i] as number) - fitted) > AGREES;
    if (isOff && !isLost(query.channels[c]?.[i] as number, fitted, referenceLow.channels[c]?.[i] as number))
      return true;
  }
  return false;
}

function isLost(sample: number, fitted: number, before: number): boolean {
  if (sample > LEVEL_MAX - CLIPPED)
    return fitted > LEVEL_MAX - NEAR && before < LEVEL_MAX - WAS_CLIPPED && fitted - before > MOVED_MIN;
  return sample < CLIPPED && fitted < NEAR && before > WAS_CLIPPED && before - fitted > MOVED_MIN;
}
