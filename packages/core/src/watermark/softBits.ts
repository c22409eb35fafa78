/**
 * Soft values of the coded bits: every carrier's received amplitude, turned back by the tile's phase, weighted by what
 * it was sent with, times what the channel left of it, over the noise it met (maximum ratio combining), summed over the places of each coded bit.
 * @module
 */
import type { CarrierSamples } from './carrierSamples.ts';
import { channelGains } from './channelGain.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import { CODED_BITS } from './payloadFrame.ts';
import type { TilePhase } from './tilePhase.ts';

export interface SoftBits {
  /** One value for each coded bit, > 0 says 0; any scale. */
  readonly llr: Float32Array;
  /** What the mark itself would bring to each coded bit without the picture, in the units of `llr`. */
  readonly expected: Float32Array;
  /** Real part of each pilot after its known phase is taken off, in units of its noise: how well it came through. */
  readonly pilots: Float32Array;
}

export function softBits(samples: CarrierSamples, constellation: Constellation, phase: TilePhase): SoftBits {
  const { carriers, amplitude, codedBit, sign } = constellation;
  const turned = turnBack(samples, constellation, phase);
  const aligned = alignPilots(turned, constellation);
  const gains = channelGains(constellation, aligned, samples.noise);
  const llr = new Float32Array(CODED_BITS);
  const expected = new Float32Array(CODED_BITS);
  for (let i = PILOTS; i < carriers; i++) {
    const weight = ((amplitude[i] as number) * (gains[i] as number)) / (samples.noise[i] as number);
    for (let part = 0; part < 2; part++) {
      const place = 2 * (i - PILOTS) + part;
      const bit = codedBit[place] as number;
      expected[bit] = (expected[bit] as number) + weight * (gains[i] as number) * (amplitude[i] as number);
      llr[bit] = (llr[bit] as number) + (sign[place] as number) * weight * (turned[2 * i + part] as number);
    }
  }
  const pilots = aligned.map((value, i) => value / Math.sqrt(samples.noise[i] as number));
  return { llr, expected, pilots };
}

/** Real part of each pilot after its known phase is taken off. */
function alignPilots(turned: Float32Array, { pilotPhase }: Constellation): Float32Array {
  const aligned = new Float32Array(PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    const re = (turned[2 * i] as number) * (pilotPhase[2 * i] as number);
    aligned[i] = re + (turned[2 * i + 1] as number) * (pilotPhase[2 * i + 1] as number);
  }
  return aligned;
}

/** values[k] (conjugated after a half turn) times exp(2 pi i (u x + v y) / side). */
function turnBack({ values }: CarrierSamples, { u, v, tileSide }: Constellation, phase: TilePhase): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < u.length; i++) {
    const angle = (2 * Math.PI * ((u[i] as number) * phase.x + (v[i] as number) * phase.y)) / tileSide;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const re = values[2 * i] as number;
    const im = (values[2 * i + 1] as number) * phase.turn;
    out[2 * i] = re * c - im * s;
    out[2 * i + 1] = re * s + im * c;
  }
  return out;
}
