/**
 * Two-dimensional discrete Fourier transform of a complex array whose sides are powers of two:
 *     F[v,u] = sum_yx f[y,x] exp(-2 pi i (u x / width + v y / height)),
 * by rows, then columns, each with the radix-4 transform of fft.js.
 * @module
 */
// Packages that run the source of the core must see these types too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./fftjs.d.ts" />
import FFT from 'fft.js';

/** Row-major, real and imaginary parts interleaved: sample (y, x) stands at 2 (y width + x). */
export interface ComplexPlane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Columns transformed together: 16 interleaved samples are 128 bytes, two cache lines. */
const COLUMN_BLOCK = 16;

/** Tables of one length, and room for a block of lines; nothing in it outlives a call. */
interface Plan {
  readonly fft: FFT;
  readonly gathered: readonly Float64Array[];
  readonly transformed: readonly Float64Array[];
}

const plans = new Map<number, Plan>();

function planOf(length: number): Plan {
  let plan = plans.get(length);
  if (!plan) {
    const lines = (): Float64Array[] => Array.from({ length: COLUMN_BLOCK }, () => new Float64Array(2 * length));
    plan = { fft: new FFT(length), gathered: lines(), transformed: lines() };
    plans.set(length, plan);
  }
  return plan;
}

/**
 * Transforms in place.
 * @param isZeroRow tells rows that hold only zeros, whose transform is zero and is skipped (zero padding)
 * @throws {Error} of fft.js if a side is not a power of two greater than 1
 */
export function fft2d(plane: ComplexPlane, isZeroRow: (y: number) => boolean = () => false): void {
  const { width, height, data } = plane;
  const { fft, gathered, transformed } = planOf(width);
  const [input, output] = [gathered[0] as Float64Array, transformed[0] as Float64Array];
  for (let y = 0; y < height; y++) {
    if (isZeroRow(y)) continue;
    const row = 2 * y * width;
    for (let i = 0; i < input.length; i++) input[i] = data[row + i] as number;
    fft.transform(output, input);
    for (let i = 0; i < output.length; i++) data[row + i] = output[i] as number;
  }
  transformColumns(plane, planOf(height));
}

/** Gathers a block of columns, transforms each and scatters them back, so that every cache line is read once. */
function transformColumns({ width, data }: ComplexPlane, { fft, gathered, transformed }: Plan): void {
  const columns = Math.min(COLUMN_BLOCK, width);
  for (let left = 0; left < width; left += columns) {
    for (let c = 0; c < columns; c++) gather(data, 2 * (left + c), 2 * width, gathered[c] as Float64Array);
    for (let c = 0; c < columns; c++) fft.transform(transformed[c] as Float64Array, gathered[c] as Float64Array);
    for (let c = 0; c < columns; c++) scatter(transformed[c] as Float64Array, data, 2 * (left + c), 2 * width);
  }
}

function gather(data: Float32Array, at: number, stride: number, line: Float64Array): void {
  for (let i = 0, p = at; i < line.length; i += 2, p += stride) {
    line[i] = data[p] as number;
    line[i + 1] = data[p + 1] as number;
  }
}

function scatter(line: Float64Array, data: Float32Array, at: number, stride: number): void {
  for (let i = 0, p = at; i < line.length; i += 2, p += stride) {
    data[p] = line[i] as number;
    data[p + 1] = line[i + 1] as number;
  }
}
