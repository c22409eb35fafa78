/**
 * A tile from a few of its Fourier coefficients, those of a low band in the right half plane:
 *     t[y, x] = Re sum_k Z[k] exp(2 pi i (u[k] x + v[k] y) / side).
 * Columns first, then rows; the cost grows with the band's width, not with an FFT's length, so any side will do.
 * @module
 */
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { copyWaves } from './bandWaves.ts';

export interface BandCoefficients {
  readonly u: Int16Array;
  readonly v: Int16Array;
  /** Pairs (real, imaginary); only the first `count` coefficients are used. */
  readonly values: Float32Array;
  readonly count: number;
}

/** @returns side x side samples, row-major */
export function synthesiseBand(side: number, band: BandCoefficients): Float32Array {
  if (side % 4 !== 0) return synthesiseScalar(side, band);
  return withKernels(
    (kernels, memory) => synthesiseInMemory(side, band, kernels, memory),
    () => synthesiseScalar(side, band),
  );
}

function synthesiseInMemory(
  side: number,
  { u, v, values, count }: BandCoefficients,
  kernels: Kernels,
  memory: KernelMemory,
): Float32Array {
  const { columns, uAt, vAt, cosine, sine } = copyWaves(memory, side, u.subarray(0, count), v.subarray(0, count));
  const valuesAt = memory.copyIn(values);
  const real = memory.zeros(columns * side);
  const imaginary = memory.zeros(columns * side);
  const tile = memory.zeros(side * side);
  kernels.addColumnWaves(uAt, vAt, valuesAt, count, side, cosine, sine, real, imaginary);
  kernels.sumColumnWaves(columns, side, cosine, sine, real, imaginary, tile);
  return memory.floats(tile, side * side).slice();
}

/** Scalar fallback of the kernels. */
function synthesiseScalar(side: number, { u, v, values, count }: BandCoefficients): Float32Array {
  const cosine = Float32Array.from({ length: side }, (_, i) => Math.cos((2 * Math.PI * i) / side));
  const sine = Float32Array.from({ length: side }, (_, i) => Math.sin((2 * Math.PI * i) / side));
  const columns = 1 + u.subarray(0, count).reduce((a, b) => Math.max(a, b), 0);
  // partial[column][y] = sum over v of Z exp(2 pi i v y / side)
  const partialReal = new Float32Array(columns * side);
  const partialImaginary = new Float32Array(columns * side);
  for (let k = 0; k < count; k++) {
    const real = values[2 * k] as number;
    const imaginary = values[2 * k + 1] as number;
    const at = (u[k] as number) * side;
    const step = (((v[k] as number) % side) + side) % side;
    for (let y = 0, phase = 0; y < side; y++) {
      const c = cosine[phase] as number;
      const s = sine[phase] as number;
      partialReal[at + y] = (partialReal[at + y] as number) + real * c - imaginary * s;
      partialImaginary[at + y] = (partialImaginary[at + y] as number) + real * s + imaginary * c;
      phase += step;
      if (phase >= side) phase -= side;
    }
  }
  return sumColumns(side, columns, partialReal, partialImaginary, cosine, sine);
}

/**
 * t[y, x] = sum over columns of Re(partial[column][y] exp(2 pi i column x / side)). Samples x and side - x share their
 * products:  even = sum re cos, odd = sum im sin,  t[x] = even - odd, t[side - x] = even + odd.
 */
function sumColumns(
  side: number,
  columns: number,
  partialReal: Float32Array,
  partialImaginary: Float32Array,
  cosine: Float32Array,
  sine: Float32Array,
): Float32Array {
  const half = (side >> 1) + 1;
  const waveReal = new Float32Array(columns * half);
  const waveImaginary = new Float32Array(columns * half);
  for (let column = 0; column < columns; column++)
    for (let x = 0; x < half; x++) {
      waveReal[column * half + x] = cosine[(column * x) % side] as number;
      waveImaginary[column * half + x] = sine[(column * x) % side] as number;
    }
  const tile = new Float32Array(side * side);
  const even = new Float64Array(half);
  const odd = new Float64Array(half);
  for (let y = 0; y < side; y++) {
    even.fill(0);
    odd.fill(0);
    for (let column = 0; column < columns; column++) {
      const real = partialReal[column * side + y] as number;
      const imaginary = partialImaginary[column * side + y] as number;
      if (real !== 0 || imaginary !== 0) addWave(waveReal, waveImaginary, column * half, real, imaginary, even, odd);
    }
    const row = y * side;
    tile[row] = even[0] as number;
    for (let x = 1; x < half; x++) {
      tile[row + x] = (even[x] as number) - (odd[x] as number);
      tile[row + side - x] = (even[x] as number) + (odd[x] as number);
    }
  }
  return tile;
}

function addWave(
  waveReal: Float32Array,
  waveImaginary: Float32Array,
  at: number,
  real: number,
  imaginary: number,
  even: Float64Array,
  odd: Float64Array,
): void {
  for (let x = 0; x < even.length; x++) {
    even[x] = (even[x] as number) + real * (waveReal[at + x] as number);
    odd[x] = (odd[x] as number) + imaginary * (waveImaginary[at + x] as number);
  }
}
