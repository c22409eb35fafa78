/** Overlays as a verdict names them: boxes in the submitted picture, and the part of the overlap that they take. @module */
import type { Size } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { Comparison, OverlayRegion } from '../comparison.ts';
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
  if (overlay === null) return { overlays: [], overlayFraction: 0 };
  const working = aligned.query;
  let taken = 0;
  let inside = 0;
  for (let i = 0; i < overlay.length; i++) {
    if (aligned.inside[i] === 0) continue;
    inside++;
    taken += overlay[i] as number;
  }
  const regions = connectedRegions(overlay, working.width, working.height, new Float32Array(overlay.length));
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
