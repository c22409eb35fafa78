/**
 * Which changed regions were laid over the picture - captions, agency marks, stickers, arrows, bars of an application - and which replace
 * what it shows. What is laid over shows itself: flat ink in colours of ink, one opacity for each layer, sharp edges, the picture untouched
 * between the letters. What replaces content hides itself: it has the texture, the shading and the colours of a scene. How that is measured:
 * `overlayMeasure.ts`.
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { connectedRegions, dilate } from '../regions/morphology.ts';
import { isMargin } from './margin.ts';
import { isOverlay, measureOverlay } from './overlayMeasure.ts';
import { differenceMin, regionPixels } from './regionPixels.ts';

/** Where more than this fraction of the rest differs too, a palette or a screen has made dots of ink of its own. */
const DIFFERING_BESIDE_MAX = 0.1;
/** Regions nearer than twice this are one, px: the letters of a word. */
const JOINED = 4;
/**
 * The part of the changed regions that was laid over.
 * @param changed 1 in the changed regions, on the working picture
 * @param noise   levels
 * @param before  1 on overlays told so far; null if there is none
 * @returns 1 on overlays, and around them as far as their edges reach; null if there is none
 */
export function overlayMask(
  aligned: AlignedPictures,
  changed: Uint8Array,
  noise: number,
  before: Uint8Array | null = null,
): Uint8Array | null {
  const { width, height } = aligned.query;
  const labels = new Int32Array(changed.length);
  const joined = dilate(changed, width, height, JOINED);
  const hasDots = differingBeside(aligned, joined, noise) > DIFFERING_BESIDE_MAX;
  const overlays = connectedRegions(joined, width, height, new Float32Array(changed.length), labels).filter(
    (region) => {
      const pixels = regionPixels(aligned, labels, region, noise);
      return isMargin(pixels, aligned.query) || (!hasDots && isOverlay(measureOverlay(pixels, before !== null)));
    },
  );
  if (overlays.length === 0) return null;
  const told = new Uint8Array(labels.length + 1);
  for (const { label } of overlays) told[label] = 1;
  const mask = new Uint8Array(labels.length);
  for (let i = 0; i < mask.length; i++) mask[i] = told[labels[i] as number] as number;
  return mask;
}

/** Fraction of the pixels outside `joined` that differ, 0..1. */
function differingBeside({ query, fitted, inside }: AlignedPictures, joined: Uint8Array, noise: number): number {
  const min = differenceMin(noise);
  const [[r, g, b], [s, h, c]] = [query.channels, fitted.channels];
  const isApart = (from: Float32Array, to: Float32Array, i: number): boolean =>
    Math.abs((from[i] as number) - (to[i] as number)) > min;
  let differing = 0;
  let count = 1;
  for (let i = 0; i < joined.length; i++) {
    if (inside[i] === 0 || joined[i] === 1) continue;
    count++;
    if (isApart(r, s, i) || isApart(g, h, i) || isApart(b, c, i)) differing++;
  }
  return differing / count;
}
