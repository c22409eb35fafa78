/**
 * Soft bits of a tile track where the picture is aligned to what was marked, for testing whether it carries a payload that
 * is suspected (knownPayloadDetection.ts): the pose of the tile is known, so nothing is searched but the pixels that
 * registration leaves.
 * @module
 */
import type { Size } from '../../../raster.ts';
import { scaling } from '../../affine.ts';
import type { TrackKey } from '../../trackKey.ts';
import { originOf, type TileOrigin } from '../../tileOrigin.ts';
import type { AlignedBits, AlignedPicture, TileCarriers } from '../../watermarkTrack.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import { sampleCarriers } from '../spectrum/carrierSamples.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import { softBits } from './softBits.ts';
import { pilotResponses, zScoreAt, type OffsetEstimate, type TileOffset } from './tileOffset.ts';

/** Below this many view pixels a canonical pixel, half of a track's band lies beyond the view's frequencies. */
export const SCALE_MIN = 0.4;

/**
 * @param marked the size of the picture when it was marked
 * @returns null where the view is too small for the track's band
 */
export function alignedTileBits(
  { luma, spectrum }: AlignedPicture,
  marked: Size,
  carriers: TileCarriers,
  key: TrackKey,
): AlignedBits | null {
  const scale = ((carriers.likelyScales(marked.width, marked.height)[0] as number) * luma.width) / marked.width;
  if (scale < SCALE_MIN) return null;
  const layout = carriers.layoutOf(key);
  const samples = sampleCarriers(spectrum(), layout, scaling(scale));
  const responses = pilotResponses(samples, layout, 1);
  return (payload) => {
    const offset = tileOffsetInView({ luma, left: 0, top: 0, scale: 1 }, scale, originOf(layout.origins, payload));
    return softBits(samples, layout, offsetNear(responses, layout, offset)).llr;
  };
}

/**
 * The tile's offset at a view's centre sample: sample 0 of a tile at the corner is centred at (scale - 1) / 2.
 * @param scale picture pixels per canonical pixel
 */
export function tileOffsetInView(
  { luma: { width, height }, left, top, scale: viewScale }: Pick<PictureView, 'luma' | 'left' | 'top' | 'scale'>,
  scale: number,
  origin: TileOrigin,
): TileOffset {
  const offset = (length: number, before: number): number =>
    0.5 - ((length >> 1) + 0.5) / (scale * viewScale) - before / scale;
  return { x: origin.x + offset(width, left), y: origin.y + offset(height, top) };
}

/** How far from its offset the tile is sought, canonical pixels: what registration leaves; and in which steps. */
const RESIDUAL_MAX = 3;
const RESIDUAL_STEP = 0.5;
/** Pilots of a z-score below this are noise, which reaches 3 at the best of so many offsets: they were taken away. */
const PILOT_Z_MIN = 3.5;

/**
 * The offset near `origin` at which the pilots agree best, `origin` itself if they agree nowhere. Pilots bear no payload, so
 * the choice favours none.
 */
function offsetNear(responses: Float32Array, layout: CarrierLayout, origin: TileOffset): OffsetEstimate {
  let best: OffsetEstimate = { ...origin, halfTurn: 1, zScore: -Infinity };
  for (let dy = -RESIDUAL_MAX; dy <= RESIDUAL_MAX; dy += RESIDUAL_STEP)
    for (let dx = -RESIDUAL_MAX; dx <= RESIDUAL_MAX; dx += RESIDUAL_STEP) {
      const offset = { x: origin.x + dx, y: origin.y + dy };
      const zScore = zScoreAt(layout, responses, offset);
      if (zScore > best.zScore) best = { ...offset, halfTurn: 1, zScore };
    }
  return best.zScore >= PILOT_Z_MIN ? best : { ...best, ...origin };
}
