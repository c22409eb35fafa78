/**
 * The Fourier transform of a view at multiples of one small frequency, without a transform of the view: it is folded to
 * one period of that frequency (tileGrid.ts, by cubic interpolation), and the low coefficients of the fold are summed:
 *     F[v, u] = sum_ij f[j, i] exp(-2 pi i (u i + v j) / period),   0 <= u < count,  -count < v < count.
 * At the highest frequencies that are asked for (0.23 cycles a sample) the interpolation passes 0.9 of the amplitude.
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import type { Plane } from '../../../raster.ts';
import { foldRow, narrowFold, type TileGrid, tileGrid } from '../carriers/tileGrid.ts';

/** Period in samples, how many coefficients along either axis, and the waves that they take. */
export interface PeriodicTransform {
  /** A multiple of eight. */
  readonly period: number;
  /** A multiple of eight. */
  readonly count: number;
  /** cos(2 pi k n / period) at n count + k, for n = 0 .. period / 2. */
  readonly cosine: Float32Array;
  readonly sine: Float32Array;
}

/** @param highest coefficient that is needed along either axis */
export function periodicTransform(period: number, highest: number): PeriodicTransform {
  const count = 8 * Math.ceil((highest + 1) / 8);
  const rows = period / 2 + 1;
  const wave = (of: (angle: number) => number): Float32Array =>
    Float32Array.from({ length: rows * count }, (_, i) => {
      const turns = ((Math.floor(i / count) * (i % count)) % period) / period;
      return of(2 * Math.PI * turns);
    });
  return { period, count, cosine: wave(Math.cos), sine: wave(Math.sin) };
}

/** Pairs (real, imaginary); F[v, u] stands at 2 ((v + count) count + u). */
export type PeriodicSpectrum = Float32Array;

/** @param scale view pixels per sample of the period */
export function periodicSpectrum(view: Plane, scale: number, transform: PeriodicTransform): PeriodicSpectrum {
  const grid = tileGrid(transform.period, scale, view.width, view.height);
  return withKernels(
    (kernels, memory) => assemble(foldedSums(view, grid, transform, kernels, memory), transform.count),
    () => assemble(scalarSums(foldScalar(view, grid), transform), transform.count),
  );
}

/** Sums over the fold of cos or sin of u times cos or sin of v, rows of `count` for each v = 0 .. count - 1. */
interface WaveSums {
  readonly cosCos: Float32Array;
  readonly sinCos: Float32Array;
  readonly cosSin: Float32Array;
  readonly sinSin: Float32Array;
}

/** exp(-i a) exp(-+i b) = cos a cos b -+ sin a sin b - i (sin a cos b +- cos a sin b). */
function assemble({ cosCos, sinCos, cosSin, sinSin }: WaveSums, count: number): PeriodicSpectrum {
  const out = new Float32Array(4 * count * count);
  for (let v = 0; v < count; v++)
    for (let u = 0; u < count; u++) {
      const i = v * count + u;
      const [cc, sc, cs, ss] = [cosCos[i], sinCos[i], cosSin[i], sinSin[i]] as [number, number, number, number];
      const lower = 2 * ((count - v) * count + u);
      out[lower] = cc + ss;
      out[lower + 1] = cs - sc;
      const upper = 2 * ((count + v) * count + u);
      out[upper] = cc - ss;
      out[upper + 1] = -cs - sc;
    }
  return out;
}

function foldedSums(
  { width, height, data }: Plane,
  { rows, columns }: TileGrid,
  { period, count, cosine, sine }: PeriodicTransform,
  kernels: Kernels,
  memory: KernelMemory,
): WaveSums {
  const stride = 4 * Math.ceil(width / 4);
  const input = memory.copyIn(data);
  const reserve = (floats: number): Pointer => memory.reserve(4 * floats);
  const [narrow, turned, fold] = [reserve(period * stride), reserve(period * stride), reserve(period * period)];
  const [c, s] = [memory.copyIn(cosine), memory.copyIn(sine)];
  kernels.foldRows(
    input,
    width,
    height,
    memory.copyIn(rows.first),
    memory.copyIn(rows.weights),
    period,
    narrow,
    stride,
  );
  kernels.swapAxes(narrow, period, stride, turned);
  const [firsts, weights] = [memory.copyIn(columns.first), memory.copyIn(columns.weights)];
  kernels.foldRows(turned, period, width, firsts, weights, period, fold, period);
  // Now rows go along x: sums over x first, then, with axes exchanged again, over y.
  const [even, odd] = [reserve(count * period), reserve(count * period)];
  kernels.waveSums(fold, period, period, c, s, count, even, odd);
  const sumsAlongY = (ofX: Pointer): [Float32Array, Float32Array] => {
    const [plane, cos, sin] = [reserve(count * period), reserve(count * count), reserve(count * count)];
    kernels.swapAxes(ofX, count, period, plane);
    kernels.waveSums(plane, period, count, c, s, count, cos, sin);
    return [memory.floats(cos, count * count).slice(), memory.floats(sin, count * count).slice()];
  };
  const [cosCos, cosSin] = sumsAlongY(even);
  const [sinCos, sinSin] = sumsAlongY(odd);
  return { cosCos, cosSin, sinCos, sinSin };
}

/** Scalar fallback of the kernels, in two steps. */
function foldScalar({ width, height, data }: Plane, grid: TileGrid): Float32Array {
  const folded = new Float32Array(grid.tileSide * width);
  for (let y = 0; y < height; y++) foldRow(grid, data.subarray(y * width, (y + 1) * width), y, folded);
  return narrowFold(grid, folded);
}

function scalarSums(fold: Float32Array, { period, count, cosine, sine }: PeriodicTransform): WaveSums {
  /** A wave at position n, which the table holds for half a period. */
  const waveAt = (table: Float32Array, n: number, k: number): number =>
    n <= period / 2 ? (table[n * count + k] as number) : (table[(period - n) * count + k] as number);
  const sum = (alongX: Float32Array, alongY: Float32Array): Float32Array => {
    const rows = new Float32Array(period * count);
    for (let j = 0; j < period; j++)
      for (let i = 0; i < period; i++) {
        const value = (fold[j * period + i] as number) * (alongX === sine && i > period / 2 ? -1 : 1);
        for (let u = 0; u < count; u++)
          rows[j * count + u] = (rows[j * count + u] as number) + value * waveAt(alongX, i, u);
      }
    const out = new Float32Array(count * count);
    for (let j = 0; j < period; j++)
      for (let v = 0; v < count; v++) {
        const wave = waveAt(alongY, j, v) * (alongY === sine && j > period / 2 ? -1 : 1);
        for (let u = 0; u < count; u++)
          out[v * count + u] = (out[v * count + u] as number) + wave * (rows[j * count + u] as number);
      }
    return out;
  };
  return {
    cosCos: sum(cosine, cosine),
    sinCos: sum(sine, cosine),
    cosSin: sum(cosine, sine),
    sinSin: sum(sine, sine),
  };
}
