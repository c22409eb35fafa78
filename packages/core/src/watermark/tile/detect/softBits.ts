/**
 * Soft values of the coded bits: the received amplitude of every carrier, its phase corrected for the tile's offset, times
 * what it was sent with, times what the channel left of it, over the noise it met (maximum ratio combining), summed over the
 * repetitions of each coded bit.
 * @module
 */
import type { CarrierSamples } from '../spectrum/carrierSamples.ts';
import { channelGains } from './channelEstimation.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { shiftedBack } from '../carriers/tileShift.ts';
import { CODED_BITS } from '../../payload/payloadFrame.ts';
import type { OffsetEstimate } from './tileOffset.ts';

export interface SoftBits {
  /** One value for each coded bit, > 0 says 0; any scale. */
  readonly llr: Float32Array;
  /** What the mark itself would bring to each coded bit without the picture, in the units of `llr`. */
  readonly expected: Float32Array;
  /** Real part of each pilot after its known phase is taken off, in units of its noise: how well it came through. */
  readonly pilots: Float32Array;
}

export function softBits(samples: CarrierSamples, layout: CarrierLayout, offset: OffsetEstimate): SoftBits {
  const { carriers, amplitude, codedBit, sign } = layout;
  const corrected = shiftedBack(turnedBack(samples.values, offset.halfTurn), layout, offset);
  const aligned = alignPilots(corrected, layout);
  const gains = channelGains(layout, aligned, samples.noise);
  const llr = new Float32Array(CODED_BITS);
  const expected = new Float32Array(CODED_BITS);
  for (let i = PILOTS; i < carriers; i++) {
    const weight = ((amplitude[i] as number) * (gains[i] as number)) / (samples.noise[i] as number);
    for (let part = 0; part < 2; part++) {
      const place = 2 * (i - PILOTS) + part;
      const bit = codedBit[place] as number;
      expected[bit] = (expected[bit] as number) + weight * (gains[i] as number) * (amplitude[i] as number);
      llr[bit] = (llr[bit] as number) + (sign[place] as number) * weight * (corrected[2 * i + part] as number);
    }
  }
  const pilots = aligned.map((value, i) => value / Math.sqrt(samples.noise[i] as number));
  return { llr, expected, pilots };
}

/** Real part of each pilot after its known phase is taken off. */
export function alignPilots(corrected: Float32Array, { pilotPhase }: CarrierLayout): Float32Array {
  const aligned = new Float32Array(PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    const re = (corrected[2 * i] as number) * (pilotPhase[2 * i] as number);
    aligned[i] = re + (corrected[2 * i + 1] as number) * (pilotPhase[2 * i + 1] as number);
  }
  return aligned;
}

/** The values as the picture turned upright would have them: a half turn conjugates them. */
function turnedBack(values: Float32Array, halfTurn: 1 | -1): Float32Array {
  return halfTurn === 1 ? values : values.map((value, i) => (i % 2 === 1 ? -value : value));
}
