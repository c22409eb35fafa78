/**
 * What a tile track shows in a picture's own frame: where its tile may begin is known, so nothing is searched
 * (fusion/frameDecoding.ts).
 * @module
 */
import { scaling } from '../../affine.ts';
import type { TileOrigin } from '../../tileOrigin.ts';
import type { FrameReading } from '../../watermarkTrack.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import { sampleCarriers } from '../spectrum/carrierSamples.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import { SCALE_MIN, tileOffsetInView } from './alignedTileBits.ts';
import { softBits } from './softBits.ts';
import { pilotResponses, zScoreAt } from './tileOffset.ts';

/** After JPEG 15, a blur of 3 pixels and denoising of twelve photos of 481 x 321: 1.3 for track A, 1.9 for track B. */
const PAYLOAD_PER_PILOTS = 1.6;
/** After JPEG 15 of twenty photos of 481 x 321 marked with three tracks, rms: 6.6 for track A, 7.2 for track B. */
const USUAL_PAYLOAD_Z = 6.5;

/**
 * @param canonicalScale of the picture, picture pixels per canonical pixel
 * @param isWhole whether the view shows the whole picture
 * @returns null where the view is too small for the track's band
 */
export function tileFrame(
  view: PictureView,
  layout: CarrierLayout,
  canonicalScale: number,
  isWhole: boolean,
): FrameReading | null {
  const unit = canonicalScale * view.scale;
  if (unit < SCALE_MIN) return null;
  const pose = scaling(unit);
  const samples = sampleCarriers(view.spectrum, layout, pose);
  const responses = pilotResponses(samples, layout, 1);
  const offsetOf = (origin: TileOrigin): { readonly x: number; readonly y: number } =>
    tileOffsetInView(view, canonicalScale, origin);
  const pilotZScores = Float64Array.from(layout.origins, (origin) => zScoreAt(layout, responses, offsetOf(origin)));
  return {
    pilotZScores,
    payloadPerPilots: PAYLOAD_PER_PILOTS,
    usualPayloadZScore: USUAL_PAYLOAD_Z,
    pose: isWhole ? pose : null,
    softBitsAt(index) {
      const offset = offsetOf(layout.origins[index] as TileOrigin);
      return softBits(samples, layout, { ...offset, halfTurn: 1, zScore: pilotZScores[index] as number }).llr;
    },
  };
}
