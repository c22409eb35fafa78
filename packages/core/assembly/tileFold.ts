/**
 * Kernels of src/watermark/tile/spectrum/periodicSpectrum.ts: a view folded to one period, and the low Fourier coefficients
 * of that.
 * @module
 */
import { transpose } from './lanes';

/**
 * Fold along the rows: row first[y] + k of `out`, modulo `period`, receives weights[y][k] times row y of the input.
 * @param stride floats of a row of either plane; a whole number of vectors. Input rows are `width` floats apart, so that
 *   what is read behind a row belongs to the next one, and its sums are nobody's.
 */
export function foldRows(
  input: usize,
  width: i32,
  height: i32,
  first: usize,
  weights: usize,
  period: i32,
  out: usize,
  stride: i32,
): void {
  const rowBytes = (<usize>stride) << 2;
  memory.fill(out, 0, <usize>period * rowBytes);
  for (let y = 0; y < height; y++) {
    const row = input + ((<usize>(y * width)) << 2);
    const start = load<i32>(first + ((<usize>y) << 2));
    for (let k = 0; k < 4; k++) {
      const tap = load<f32>(weights + ((<usize>(4 * y + k)) << 2));
      // Where a sample is a pixel, three of four taps are zero.
      if (tap === 0) continue;
      const weight = f32x4.splat(tap);
      const to = out + <usize>((start + k) % period) * rowBytes;
      for (let x: usize = 0; x < rowBytes; x += 16)
        v128.store(to + x, f32x4.add(v128.load(to + x), f32x4.mul(weight, v128.load(row + x))));
    }
  }
}

/** Rows become columns; both counts are multiples of four. */
export function swapAxes(input: usize, rows: i32, columns: i32, out: usize): void {
  const from = (<usize>columns) << 2;
  const to = (<usize>rows) << 2;
  for (let y = 0; y < rows; y += 4)
    for (let x = 0; x < columns; x += 4)
      transpose(input + <usize>y * from + ((<usize>x) << 2), from, out + <usize>x * to + ((<usize>y) << 2), to);
}

/**
 * Row n becomes row n + row (period - n), and row period - n their difference, for 0 < n < period / 2.
 */
function foldEvenOdd(plane: usize, period: i32, stride: i32): void {
  const rowBytes = (<usize>stride) << 2;
  for (let n = 1; n < period >> 1; n++) {
    const upper = plane + <usize>n * rowBytes;
    const lower = plane + <usize>(period - n) * rowBytes;
    for (let x: usize = 0; x < rowBytes; x += 16) {
      const a = v128.load(upper + x);
      const b = v128.load(lower + x);
      v128.store(upper + x, f32x4.add(a, b));
      v128.store(lower + x, f32x4.sub(a, b));
    }
  }
}

/**
 * Sums over rows n of a plane that `foldEvenOdd` went over, for four waves k .. k + 3 and eight columns from `at` on:
 * even: sum of cos(2 pi k n / period) times row n; odd: sum of sin.
 * @param waves [n][k], `count` floats for each n
 * @param begin first row of the sum, step to the next one in bytes
 */
function sumWaves(
  at: usize,
  step: isize,
  waves: usize,
  waveBytes: usize,
  terms: i32,
  out: usize,
  outStride: usize,
): void {
  let a0 = v128.load(out);
  let a1 = v128.load(out, 16);
  let b0 = v128.load(out + outStride);
  let b1 = v128.load(out + outStride, 16);
  let c0 = v128.load(out + 2 * outStride);
  let c1 = v128.load(out + 2 * outStride, 16);
  let d0 = v128.load(out + 3 * outStride);
  let d1 = v128.load(out + 3 * outStride, 16);
  for (let n = 0; n < terms; n++) {
    const left = v128.load(at);
    const right = v128.load(at, 16);
    const a = v128.load32_splat(waves);
    const b = v128.load32_splat(waves, 4);
    const c = v128.load32_splat(waves, 8);
    const d = v128.load32_splat(waves, 12);
    a0 = f32x4.add(a0, f32x4.mul(a, left));
    a1 = f32x4.add(a1, f32x4.mul(a, right));
    b0 = f32x4.add(b0, f32x4.mul(b, left));
    b1 = f32x4.add(b1, f32x4.mul(b, right));
    c0 = f32x4.add(c0, f32x4.mul(c, left));
    c1 = f32x4.add(c1, f32x4.mul(c, right));
    d0 = f32x4.add(d0, f32x4.mul(d, left));
    d1 = f32x4.add(d1, f32x4.mul(d, right));
    at += step;
    waves += waveBytes;
  }
  v128.store(out, a0);
  v128.store(out, a1, 16);
  v128.store(out + outStride, b0);
  v128.store(out + outStride, b1, 16);
  v128.store(out + 2 * outStride, c0);
  v128.store(out + 2 * outStride, c1, 16);
  v128.store(out + 3 * outStride, d0);
  v128.store(out + 3 * outStride, d1, 16);
}

/**
 * even[k] = sum_n cos(2 pi k n / period) row[n], odd[k] = sum_n sin(2 pi k n / period) row[n], k = 0 .. count - 1.
 * @param plane period rows of `stride` floats, a multiple of eight; is overwritten
 * @param cosine, sine [n][k] for n = 0 .. period / 2, `count` floats each, a multiple of four
 * @param even, odd count rows of `stride` floats
 */
export function waveSums(
  plane: usize,
  period: i32,
  stride: i32,
  cosine: usize,
  sine: usize,
  count: i32,
  even: usize,
  odd: usize,
): void {
  const rowBytes = (<usize>stride) << 2;
  const waveBytes = (<usize>count) << 2;
  const half = period >> 1;
  foldEvenOdd(plane, period, stride);
  memory.fill(even, 0, <usize>count * rowBytes);
  memory.fill(odd, 0, <usize>count * rowBytes);
  const last = plane + <usize>(period - 1) * rowBytes;
  for (let k: usize = 0; k < <usize>count; k += 4) {
    const rows = k * rowBytes;
    for (let x: usize = 0; x < rowBytes; x += 32) {
      sumWaves(plane + x, rowBytes, cosine + (k << 2), waveBytes, half + 1, even + rows + x, rowBytes);
      // Differences stand from the end backwards.
      sumWaves(
        last + x,
        -(<isize>rowBytes),
        sine + (k << 2) + waveBytes,
        waveBytes,
        half - 1,
        odd + rows + x,
        rowBytes,
      );
    }
  }
}
