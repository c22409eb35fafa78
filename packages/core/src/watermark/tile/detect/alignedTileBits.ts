/**
 * Soft bits of a tile track where the picture is aligned to what was marked, for testing whether it carries a payload that
 * is suspected (knownPayloadDetection.ts): the pose of the tile is known, so nothing is searched but the pixels that
 * registration leaves.
 * @module
 */
import type { Plane, Size } from '../../../raster.ts';
import { scaling } from '../../affine.ts';
import type { TrackKey } from '../../trackKey.ts';
import { originOf, type TileOrigin } from '../../tileOrigin.ts';
import type { AlignedBits, AlignedPicture, TileCarriers } from '../../watermarkTrack.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { sampleCarriers } from '../spectrum/carrierSamples.ts';
import { softBits } from './softBits.ts';
import { pilotResponses, type OffsetEstimate, type TileOffset } from './tileOffset.ts';

/** Below this many view pixels a canonical pixel, half of a track's band lies beyond the view's frequencies. */
const SCALE_MIN = 0.4;

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
    const offset = offsetAtCentre(luma, scale, originOf(layout.origins, payload));
    return softBits(samples, layout, offsetNear(responses, layout, offset)).llr;
  };
}

/** The tile's offset at the view's centre sample: sample 0 of a tile at the corner is centred at (scale - 1) / 2. */
function offsetAtCentre({ width, height }: Plane, scale: number, origin: TileOrigin): TileOffset {
  const offset = (length: number): number => 0.5 - ((length >> 1) + 0.5) / scale;
  return { x: origin.x + offset(width), y: origin.y + offset(height) };
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
function offsetNear(responses: Float32Array, { u, v, tileSide }: CarrierLayout, origin: TileOffset): OffsetEstimate {
  const deviation = Math.sqrt(responses.reduce((sum, value) => sum + value * value, 1e-20) / 2);
  let best: OffsetEstimate = { ...origin, halfTurn: 1, zScore: -Infinity };
  for (let dy = -RESIDUAL_MAX; dy <= RESIDUAL_MAX; dy += RESIDUAL_STEP)
    for (let dx = -RESIDUAL_MAX; dx <= RESIDUAL_MAX; dx += RESIDUAL_STEP) {
      const [x, y] = [origin.x + dx, origin.y + dy];
      let sum = 0;
      for (let k = 0; k < PILOTS; k++) {
        const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
        sum += (responses[2 * k] as number) * Math.cos(angle) - (responses[2 * k + 1] as number) * Math.sin(angle);
      }
      const zScore = sum / deviation;
      if (zScore > best.zScore) best = { x, y, halfTurn: 1, zScore };
    }
  return best.zScore >= PILOT_Z_MIN ? best : { ...best, ...origin };
}
