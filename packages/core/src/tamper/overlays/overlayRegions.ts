/** Overlays as a verdict names them, with what hides the picture besides: boxes in the submitted picture, and the part of the overlap that they take. @module */
import type { Size } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { Comparison, OverlayRegion } from '../comparison.ts';
import { either } from '../regions/masks.ts';
import { connectedRegions, type Region } from '../regions/morphology.ts';

const REGIONS_MAX = 32;

/**
 * @param overlay 1 on overlays, on the working picture; null if there is none
 * @param query   regions are told in its pixels
 */
export function overlayRegions(
  overlay: Uint8Array | null,
  aligned: AlignedPictures,
  query: Size,
): Pick<Comparison, 'overlays' | 'overlayFraction'> {
  const { hidden, query: working } = aligned;
  const laidOver = hidden && overlay ? either(overlay, hidden) : (overlay ?? hidden);
  if (laidOver === null) return { overlays: [], overlayFraction: 0 };
  let taken = 0;
  let inside = 0;
  for (let i = 0; i < laidOver.length; i++) {
    if (aligned.inside[i] === 0 && hidden?.[i] !== 1) continue;
    inside++;
    taken += laidOver[i] as number;
  }
  const regions = connectedRegions(laidOver, working.width, working.height, new Float32Array(laidOver.length));
  return {
    overlays: regions.slice(0, REGIONS_MAX).map((region) => boxOf(region, working, query)),
    overlayFraction: inside > 0 ? taken / inside : 0,
  };
}

function boxOf({ left, top, right, bottom }: Region, working: Size, query: Size): OverlayRegion {
  const [scaleX, scaleY] = [query.width / working.width, query.height / working.height];
  const [x, y] = [Math.floor(left * scaleX), Math.floor(top * scaleY)];
  return {
    x,
    y,
    w: Math.min(query.width, Math.ceil(right * scaleX)) - x,
    h: Math.min(query.height, Math.ceil(bottom * scaleY)) - y,
  };
}
