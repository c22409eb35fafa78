/** Overlays as a verdict names them, with what hides the picture besides: boxes in the submitted picture, and the part that they take of the overlap, or of
 * the box in it that the picture was cut to a shape in. @module */
import type { Size } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { Comparison, OverlayRegion } from '../comparison.ts';
import { areaOf, either, without } from '../regions/masks.ts';
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
  const within = hidden ? either(aligned.inside, hidden) : aligned.inside;
  const frame = frameOf(laidOver, within, working);
  let taken = 0;
  let inside = 0;
  for (let y = frame.top; y < frame.bottom; y++)
    for (let i = y * working.width + frame.left, end = y * working.width + frame.right; i < end; i++) {
      if (within[i] === 0) continue;
      inside++;
      taken += laidOver[i] as number;
    }
  const regions = connectedRegions(laidOver, working.width, working.height, new Float32Array(laidOver.length));
  return {
    overlays: regions.slice(0, REGIONS_MAX).map((region) => boxOf(region, working, query)),
    overlayFraction: inside > 0 ? taken / inside : 0,
  };
}

/** Where a corner is looked at, px in from both sides: registration is off by one or two. */
const INSET = 4;
/** Of what is still seen so much hangs together where the picture was cut to a shape, 0..1. */
const SEEN_TOGETHER_MIN = 0.9;

/**
 * What overlays take is measured in the picture; in the box around what is seen where they hide all of its corners and leave one piece of it: a portrait cut to a
 * circle shows as much as if it had been cut to the box, of which nothing is covered by then but the corners.
 */
function frameOf(
  laidOver: Uint8Array,
  within: Uint8Array,
  { width, height }: Size,
): Pick<Region, 'left' | 'top' | 'right' | 'bottom'> {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const [right, bottom] = [width - 1 - INSET, height - 1 - INSET];
  const corners = [INSET, bottom].flatMap((y) => [y * width + INSET, y * width + right]);
  if (corners.some((i) => laidOver[i] === 0)) return whole;
  const seen = without(within, laidOver);
  const [largest] = connectedRegions(seen, width, height, new Float32Array(seen.length));
  return largest !== undefined && largest.area >= SEEN_TOGETHER_MIN * areaOf(seen) ? largest : whole;
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
