/**
 * Detection in a picture that kept its frame and lost its pilots: see withoutPilots.ts. Without pilots nothing is known of the
 * channel, so all carriers count by amplitude and noise alone.
 * @module
 */
import { CODED_BITS } from '../../payload/payloadFrame.ts';
import type { TileOrigin } from '../../tileOrigin.ts';
import { type Attempt, readWithoutPilots } from '../../payload/withoutPilots.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { shiftedBack } from '../carriers/tileShift.ts';
import type { CarrierSamples } from '../spectrum/carrierSamples.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import type { PoseHypothesis } from './uprightPose.ts';

/** The view must be upright and at its canonical scale. */
export function readPilotless(
  { affine, samples }: PoseHypothesis,
  layout: CarrierLayout,
  { left, top, scale }: Pick<PictureView, 'left' | 'top' | 'scale'>,
): Attempt {
  const weighted = weigh(samples, layout);
  // Picture pixels to samples of the tile.
  const unit = scale * affine.a;
  const softBitsAt = ({ x, y }: TileOrigin): Float32Array =>
    sumOverPlaces(shiftedBack(weighted, layout, { x: x - unit * left, y: y - unit * top }), layout);
  return readWithoutPilots(layout.origins, softBitsAt);
}

function weigh({ values, noise }: CarrierSamples, { amplitude }: CarrierLayout): Float32Array {
  return values.map((value, at) => (value * (amplitude[at >> 1] as number)) / (noise[at >> 1] as number));
}

function sumOverPlaces(values: Float32Array, { codedBit, sign }: CarrierLayout): Float32Array {
  const llr = new Float32Array(CODED_BITS);
  for (let place = 0; place < codedBit.length; place++) {
    const bit = codedBit[place] as number;
    llr[bit] = (llr[bit] as number) + (sign[place] as number) * (values[2 * PILOTS + place] as number);
  }
  return llr;
}
