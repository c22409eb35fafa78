/**
 * Screening of pose hypotheses by how well the pilots agree in phase, whatever the tile's offset: the surface of
 * tileOffset.ts on a grid of 64 x 64 offsets, for both half turns at once, by one small FFT. Coherent agreement tells the
 * right pose from wrong ones far better than power does, and at a tenth of a millisecond hundreds of poses can be screened.
 * @module
 */
import { type ComplexPlane, fft2d } from '../../../signal/fourier/fft2d.ts';
import type { Affine } from '../../affine.ts';
import { sampleCarriers } from '../spectrum/carrierSamples.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import type { PictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { pilotResponses, type OffsetEstimate } from './tileOffset.ts';

/** Offsets per side: more than twice the highest pilot coefficient (27), so that the grid misses no peak. */
export const OFFSETS = 64;

/** A pose and the tile's offset under it, to half a step of the grid. */
export interface ScreenedPose {
  readonly affine: Affine;
  /** Its z-score reaches about 4.2 for noise alone. */
  readonly offset: OffsetEstimate;
}

export function screenPose(spectrum: PictureSpectrum, layout: CarrierLayout, affine: Affine): ScreenedPose {
  const samples = sampleCarriers(spectrum, layout, affine, PILOTS);
  const upright = pilotResponses(samples, layout, 1);
  const turned = pilotResponses(samples, layout, -1);
  const packed = packSurfaces(layout, upright, turned);
  fft2d(packed);
  const uprightAt = peakOf(packed.data, 0);
  const turnedAt = peakOf(packed.data, 1);
  const uprightZScore = (packed.data[uprightAt] as number) / deviationOf(upright);
  const turnedZScore = (packed.data[turnedAt] as number) / deviationOf(turned);
  const [at, zScore, halfTurn] =
    turnedZScore > uprightZScore ? ([turnedAt, turnedZScore, -1] as const) : ([uprightAt, uprightZScore, 1] as const);
  // The forward transform has the opposite sign in its exponent, so offsets count backwards.
  const step = layout.tileSide / OFFSETS;
  const column = (at >> 1) % OFFSETS;
  const row = Math.floor((at >> 1) / OFFSETS);
  return { affine, offset: { x: -column * step, y: -row * step, halfTurn, zScore } };
}

/**
 * Spectrum of  s_upright + i s_turned. Each surface is real, so it takes half of p at k and half of its conjugate at -k.
 */
function packSurfaces({ u, v }: CarrierLayout, upright: Float32Array, turned: Float32Array): ComplexPlane {
  const data = new Float32Array(2 * OFFSETS * OFFSETS);
  const add = (x: number, y: number, re: number, im: number): void => {
    const at = 2 * ((y & (OFFSETS - 1)) * OFFSETS + (x & (OFFSETS - 1)));
    data[at] = (data[at] as number) + re / 2;
    data[at + 1] = (data[at + 1] as number) + im / 2;
  };
  for (let i = 0; i < PILOTS; i++) {
    const x = u[i] as number;
    const y = v[i] as number;
    const a = upright[2 * i] as number;
    const b = upright[2 * i + 1] as number;
    const c = turned[2 * i] as number;
    const d = turned[2 * i + 1] as number;
    add(x, y, a - d, b + c);
    add(-x, -y, a + d, c - b);
  }
  return { width: OFFSETS, height: OFFSETS, data };
}

/** Index of the largest real (part 0) or imaginary (part 1) entry. */
function peakOf(data: Float32Array, part: 0 | 1): number {
  let best: number = part;
  for (let i = part; i < data.length; i += 2) if ((data[i] as number) > (data[best] as number)) best = i;
  return best;
}

/** A sum of waves of amplitudes |p| has mean square  sum |p|^2 / 2. */
function deviationOf(responses: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < responses.length; i++) squares += (responses[i] as number) ** 2;
  return Math.sqrt(squares / 2) + 1e-20;
}
