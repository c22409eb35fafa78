/**
 * A few Fourier coefficients of a tile, those of a low band in the right half plane; the adjoint of bandSynthesis.ts:
 *     F[k] = sum_yx t[y, x] exp(-2 pi i (u[k] x + v[k] y) / side).
 * Rows first, then columns; rows of samples at equal distance from the row's ends share their products.
 * @module
 */
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { copyWaves } from './bandWaves.ts';

/** @returns pairs (real, imaginary), one a coefficient */
export function analyseBand(side: number, tile: Float32Array, u: Int16Array, v: Int16Array): Float32Array {
  if (side % 4 !== 0) return analyseScalar(side, tile, u, v);
  return withKernels(
    (kernels, memory) => analyseInMemory(side, tile, u, v, kernels, memory),
    () => analyseScalar(side, tile, u, v),
  );
}

function analyseInMemory(
  side: number,
  tile: Float32Array,
  u: Int16Array,
  v: Int16Array,
  kernels: Kernels,
  memory: KernelMemory,
): Float32Array {
  const { columns, uAt, vAt, cosine, sine } = copyWaves(memory, side, u, v);
  const tileAt = memory.copyIn(tile);
  const real = memory.reserve(4 * columns * side);
  const imaginary = memory.reserve(4 * columns * side);
  const values = memory.reserve(8 * u.length);
  kernels.analyseRows(columns, side, cosine, sine, tileAt, real, imaginary);
  kernels.analyseColumns(uAt, vAt, u.length, side, cosine, sine, real, imaginary, values);
  return memory.floats(values, 2 * u.length).slice();
}

/** Scalar fallback of the kernels; the side is even. */
function analyseScalar(side: number, tile: Float32Array, u: Int16Array, v: Int16Array): Float32Array {
  const cosine = Float32Array.from({ length: side }, (_, i) => Math.cos((2 * Math.PI * i) / side));
  const sine = Float32Array.from({ length: side }, (_, i) => Math.sin((2 * Math.PI * i) / side));
  const columns = 1 + u.reduce((a, b) => Math.max(a, b), 0);
  const { real, imaginary } = transformRows(side, tile, columns, cosine, sine);
  const out = new Float32Array(2 * u.length);
  for (let k = 0; k < u.length; k++) {
    const at = (u[k] as number) * side;
    const step = (((v[k] as number) % side) + side) % side;
    let [re, im] = [0, 0];
    for (let y = 0, phase = 0; y < side; y++) {
      const c = cosine[phase] as number;
      const s = sine[phase] as number;
      re += (real[at + y] as number) * c + (imaginary[at + y] as number) * s;
      im += (imaginary[at + y] as number) * c - (real[at + y] as number) * s;
      phase += step;
      if (phase >= side) phase -= side;
    }
    out[2 * k] = re;
    out[2 * k + 1] = im;
  }
  return out;
}

/** sum_x t[y, x] exp(-2 pi i column x / side) at [column][y]. */
function transformRows(
  side: number,
  tile: Float32Array,
  columns: number,
  cosine: Float32Array,
  sine: Float32Array,
): { readonly real: Float32Array; readonly imaginary: Float32Array } {
  const real = new Float32Array(columns * side);
  const imaginary = new Float32Array(columns * side);
  const half = side >> 1;
  const even = new Float64Array(half + 1);
  const odd = new Float64Array(half + 1);
  for (let y = 0; y < side; y++) {
    const row = y * side;
    even[0] = tile[row] as number;
    even[half] = tile[row + half] as number;
    for (let x = 1; x < half; x++) {
      even[x] = (tile[row + x] as number) + (tile[row + side - x] as number);
      odd[x] = (tile[row + x] as number) - (tile[row + side - x] as number);
    }
    for (let column = 0; column < columns; column++) {
      let [re, im] = [0, 0];
      for (let x = 0, phase = 0; x <= half; x++) {
        re += (even[x] as number) * (cosine[phase] as number);
        im -= (odd[x] as number) * (sine[phase] as number);
        phase += column;
        if (phase >= side) phase -= side;
      }
      real[column * side + y] = re;
      imaginary[column * side + y] = im;
    }
  }
  return { real, imaginary };
}
