/**
 * How a track's soft values answer to its gains at the known map, as a linear model: with z the whitened picture, F_k its
 * Fourier coefficient at carrier k, and Z_k what the tile puts there,
 *     F_k = H_k + T_k Z_k,   T_k = level sum_x K(x) / 2 (1 - exp(-2 pi^2 25 f_k^2)),   K = mask times whitening weight,
 * H the picture and all that another track does to it. The detector's soft value of bit i weighs each of its repetitions with
 * a_k T_k / n_k (maximum ratio combining), so it is  r_i = h_i + c_i g_i  with the bit's gain g_i; a pilot's is
 * Re(F_k conj(phase)) / sqrt n_k.
 * @module
 */
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { CODED_BITS } from '../../payload/payloadFrame.ts';

/** Sigma of the mean that whitening takes off, pixels; see whitening.ts. */
const MEAN_SIGMA = 5;

export interface CarrierModel {
  readonly layout: CarrierLayout;
  readonly coded: Uint8Array;
  /** Expected power of the picture at each carrier. */
  readonly noise: Float32Array;
  /** T_k. */
  readonly transfer: Float32Array;
}

/** Soft values in the right direction: positive is right. */
export interface Responses {
  readonly bits: Float32Array;
  readonly pilots: Float32Array;
}

/** T_k of a tile repeated at `scale` pixels a sample, for a sum over the picture of level times K. */
export function transferOf({ u, v, tileSide, carriers }: CarrierLayout, scale: number, sum: number): Float32Array {
  const out = new Float32Array(carriers);
  for (let k = 0; k < carriers; k++) {
    const square = ((u[k] as number) ** 2 + (v[k] as number) ** 2) / (tileSide * scale) ** 2;
    out[k] = 0.5 * sum * (1 - Math.exp(-2 * Math.PI ** 2 * MEAN_SIGMA ** 2 * square));
  }
  return out;
}

/** Share of a high quantile of the noise that is added to every carrier's, as `carrierSamples.ts` does. */
const NOISE_REGULARISATION = 0.04;
const NOISE_QUANTILE = 0.9;
/** Half width of the neighbourhood over which the power of carriers is averaged, carriers. */
const NEIGHBOURHOOD = 2;

/** The picture's power around each carrier: the mean over its neighbours in the band. @param values pairs, one a carrier */
export function powerAround({ u, v, carriers }: CarrierLayout, values: Float32Array): Float32Array {
  const reach = u.reduce((most, value) => Math.max(most, value), 0);
  const margin = reach + NEIGHBOURHOOD;
  const stride = 2 * margin + 1;
  const power = new Float32Array(stride * stride);
  const at = (x: number, y: number): number => (y + margin) * stride + x + margin;
  for (let k = 0; k < carriers; k++) {
    const square = (values[2 * k] as number) ** 2 + (values[2 * k + 1] as number) ** 2;
    // The picture is real, so the left half plane mirrors the right one.
    power[at(u[k] as number, v[k] as number)] = square;
    power[at(-(u[k] as number), -(v[k] as number))] = square;
  }
  const out = new Float32Array(carriers);
  for (let k = 0; k < carriers; k++) {
    let sum = 0;
    let count = 0;
    for (let dy = -NEIGHBOURHOOD; dy <= NEIGHBOURHOOD; dy++)
      for (let dx = -NEIGHBOURHOOD; dx <= NEIGHBOURHOOD; dx++) {
        const value = power[at((u[k] as number) + dx, (v[k] as number) + dy)] as number;
        sum += value;
        if (value > 0) count++;
      }
    out[k] = sum / Math.max(1, count);
  }
  const floor = NOISE_REGULARISATION * (out.toSorted()[Math.floor(NOISE_QUANTILE * carriers)] as number);
  return out.map((value) => value + floor + 1e-20);
}

/** r_i and the pilots' responses to measured coefficients. @param values pairs, one a carrier */
export function responsesTo({ layout, coded, noise, transfer }: CarrierModel, values: Float32Array): Responses {
  const { carriers, amplitude, codedBit, sign, pilotPhase } = layout;
  const bits = new Float32Array(CODED_BITS);
  for (let k = PILOTS; k < carriers; k++) {
    const weight = ((amplitude[k] as number) * (transfer[k] as number)) / (noise[k] as number);
    for (let part = 0; part < 2; part++) {
      const place = 2 * (k - PILOTS) + part;
      const bit = codedBit[place] as number;
      const right = (sign[place] as number) * (1 - 2 * (coded[bit] as number));
      bits[bit] = (bits[bit] as number) + right * weight * (values[2 * k + part] as number);
    }
  }
  const pilots = new Float32Array(PILOTS);
  for (let k = 0; k < PILOTS; k++) {
    const real = (values[2 * k] as number) * (pilotPhase[2 * k] as number);
    const aligned = real + (values[2 * k + 1] as number) * (pilotPhase[2 * k + 1] as number);
    pilots[k] = aligned / Math.sqrt(noise[k] as number);
  }
  return { bits, pilots };
}

/** c_i, and the same of the pilots: what a gain of 1 adds to each response. */
export function slopesOf({ layout, noise, transfer }: CarrierModel): Responses {
  const { carriers, amplitude, codedBit } = layout;
  const bits = new Float32Array(CODED_BITS);
  for (let k = PILOTS; k < carriers; k++) {
    const sent = (amplitude[k] as number) * (transfer[k] as number);
    for (let part = 0; part < 2; part++) {
      const bit = codedBit[2 * (k - PILOTS) + part] as number;
      bits[bit] = (bits[bit] as number) + sent ** 2 / Math.SQRT2 / (noise[k] as number);
    }
  }
  const pilots = new Float32Array(PILOTS);
  for (let k = 0; k < PILOTS; k++)
    pilots[k] = ((amplitude[k] as number) * (transfer[k] as number)) / Math.sqrt(noise[k] as number);
  return { bits, pilots };
}

/**
 * Energy that a gain of 1 costs: sum of amplitude^2 over a bit's repetitions, two of which share a carrier; and of the
 * pilots.
 */
export function energiesOf({ carriers, amplitude, codedBit }: CarrierLayout): Responses {
  const bits = new Float32Array(CODED_BITS);
  for (let place = 0; place < 2 * (carriers - PILOTS); place++) {
    const bit = codedBit[place] as number;
    bits[bit] = (bits[bit] as number) + (amplitude[PILOTS + (place >> 1)] as number) ** 2 / 2;
  }
  return { bits, pilots: Float32Array.from(amplitude.subarray(0, PILOTS), (a) => a * a) };
}
