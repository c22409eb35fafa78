/**
 * A quick look at how well the pilots agree in phase under a map, wherever the tile may begin: the surface of
 * tilePhase.ts on a grid of 64 x 64 places, for both half turns at once, by one small FFT. Coherent agreement tells the
 * right map from wrong ones far better than power does, and at a tenth of a millisecond hundreds of maps can be asked.
 * @module
 */
import type { ComplexPlane } from '../signal/fft2d.ts';
import { fft2d } from '../signal/fft2d.ts';
import type { Affine } from './affine.ts';
import { sampleCarriers } from './carrierSamples.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import { pilotResponses, type TilePhase } from './tilePhase.ts';

/** Places per side: more than twice the highest pilot coefficient (27), so that the grid misses no peak. */
export const PLACES = 64;

/** A map and where the tile begins under it, to half a place. */
export interface ScreenedMap {
  readonly affine: Affine;
  /** Height of the surface's peak in its standard deviations; noise alone reaches about 4.2. */
  readonly phase: TilePhase;
}

export function screenMap(spectrum: PictureSpectrum, constellation: Constellation, affine: Affine): ScreenedMap {
  const samples = sampleCarriers(spectrum, constellation, affine, PILOTS);
  const upright = pilotResponses(samples, constellation, 1);
  const turned = pilotResponses(samples, constellation, -1);
  const packed = packSurfaces(constellation, upright, turned);
  fft2d(packed);
  const uprightAt = peakOf(packed.data, 0);
  const turnedAt = peakOf(packed.data, 1);
  const uprightSigma = (packed.data[uprightAt] as number) / deviationOf(upright);
  const turnedSigma = (packed.data[turnedAt] as number) / deviationOf(turned);
  const [at, sigma, turn] =
    turnedSigma > uprightSigma ? ([turnedAt, turnedSigma, -1] as const) : ([uprightAt, uprightSigma, 1] as const);
  // The forward transform has the opposite sign in its exponent, so places count backwards.
  const place = constellation.tileSide / PLACES;
  const column = (at >> 1) % PLACES;
  const row = Math.floor((at >> 1) / PLACES);
  return { affine, phase: { x: -column * place, y: -row * place, turn, sigma } };
}

/**
 * Spectrum of  s_upright + i s_turned. Each surface is real, so it takes half of p at k and half of its conjugate at -k.
 */
function packSurfaces({ u, v }: Constellation, upright: Float32Array, turned: Float32Array): ComplexPlane {
  const data = new Float32Array(2 * PLACES * PLACES);
  const add = (x: number, y: number, re: number, im: number): void => {
    const at = 2 * ((y & (PLACES - 1)) * PLACES + (x & (PLACES - 1)));
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
  return { width: PLACES, height: PLACES, data };
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
