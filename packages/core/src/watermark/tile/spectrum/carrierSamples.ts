/**
 * What a view says about each carrier under a supposed affine map: its complex amplitude and how noisy it is there.
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import { evaluateFourier, FREQUENCY_MAX, TAP_WEIGHTS } from '../../../signal/fourier/nonuniformFourier.ts';
import type { Affine } from '../../affine.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import type { HalfPower, PictureSpectrum } from './pictureSpectrum.ts';

export interface CarrierSamples {
  /** Pairs (real, imaginary), one a carrier. */
  readonly values: Float32Array;
  /** Expected power of the picture at the carrier's place; Infinity where the view has no such frequency. */
  readonly noise: Float32Array;
}

/** Share of a high quantile of the noise that is added to every carrier's: no quiet carrier may outvote all others. */
export const NOISE_REGULARISATION = 0.04;
export const NOISE_QUANTILE = 0.9;

/** @param count how many carriers, from the first pilot on; default all */
export function sampleCarriers(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  affine: Affine,
  count = layout.carriers,
): CarrierSamples {
  const frequencies = mapFrequencies(layout, affine, count);
  const values = new Float32Array(frequencies.length);
  evaluateFourier(spectrum.fourier, frequencies, values);
  return { values, noise: noiseAt(spectrum.power, frequencies) };
}

/** The amplitudes alone, for the many small steps of a refinement; `out` holds two numbers for each carrier, pilots first. */
export function sampleAmplitudes(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  affine: Affine,
  out: Float32Array,
): void {
  evaluateFourier(spectrum.fourier, mapFrequencies(layout, affine, out.length / 2), out);
}

/** Reads amplitudes as `sampleAmplitudes` does. */
export type ReadAmplitudes = (affine: Affine, out: Float32Array) => void;

/** Smaller grids are read by the scalar loops: taps near their highest frequency would reach beyond the grid. */
export const KERNEL_GRID_MIN = 128;

/**
 * `sampleAmplitudes` of many poses; with kernels, the grid lies in their memory meanwhile.
 * @param count how many carriers, from the first pilot on
 * @param run may not keep the function
 */
export function withAmplitudes<T>(
  { fourier }: PictureSpectrum,
  layout: CarrierLayout,
  count: number,
  run: (read: ReadAmplitudes) => T,
): T {
  const scalar = (): T =>
    run((affine, out) => evaluateFourier(fourier, mapFrequencies(layout, affine, out.length / 2), out));
  if (Math.min(fourier.gridWidth, fourier.gridHeight) < KERNEL_GRID_MIN) return scalar();
  return withKernels((kernels, memory) => {
    // The fields of packages/core/assembly/fourierTaps.ts; the background's are not read.
    const view = memory.copyIn(
      Int32Array.of(
        ...[memory.share(fourier.data), fourier.gridWidth, fourier.gridHeight, fourier.stride],
        ...[0, 0, memory.copyIn(TAP_WEIGHTS)],
      ),
    );
    const [fx, fy, values] = [memory.reserve(4 * count), memory.reserve(4 * count), memory.reserve(8 * count)];
    return run((affine, out) => {
      const frequencies = mapFrequencies(layout, affine, count);
      const [x, y] = [memory.floats(fx, count), memory.floats(fy, count)];
      for (let i = 0; i < count; i++) {
        x[i] = frequencies[2 * i] as number;
        y[i] = frequencies[2 * i + 1] as number;
      }
      kernels.evaluateTaps(view, fx, fy, count, values, values + 4, 8);
      out.set(memory.floats(values, 2 * count));
    });
  }, scalar);
}

/** Pairs (fx, fy) of the first `count` carriers in cycles per view pixel. */
function mapFrequencies({ u, v, tileSide }: CarrierLayout, { a, b, c, d }: Affine, count: number): Float32Array {
  const out = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const px = (u[i] as number) / tileSide;
    const py = (v[i] as number) / tileSide;
    out[2 * i] = a * px + b * py;
    out[2 * i + 1] = c * px + d * py;
  }
  return out;
}

function noiseAt(power: HalfPower, frequencies: Float32Array): Float32Array {
  const noise = new Float32Array(frequencies.length / 2);
  for (let i = 0; i < noise.length; i++) {
    const fx = frequencies[2 * i] as number;
    const fy = frequencies[2 * i + 1] as number;
    const inside = Math.abs(fx) <= FREQUENCY_MAX && Math.abs(fy) <= FREQUENCY_MAX;
    noise[i] = inside ? backgroundAt(power, fx, fy) : 0;
  }
  const floor = NOISE_REGULARISATION * (noise.toSorted()[Math.floor(NOISE_QUANTILE * noise.length)] as number);
  for (let i = 0; i < noise.length; i++) noise[i] = noise[i] === 0 ? Infinity : (noise[i] as number) + floor + 1e-20;
  return noise;
}

function backgroundAt({ background, stride, gridWidth, gridHeight }: HalfPower, fx: number, fy: number): number {
  const side = fx < 0 ? -1 : 1;
  const x = Math.round(side * fx * gridWidth);
  const y = Math.round(side * fy * gridHeight) + gridHeight / 2;
  return background[y * stride + x] as number;
}
