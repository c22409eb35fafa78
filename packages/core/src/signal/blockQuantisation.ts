/**
 * What JPEG does to luma: every block of 8 x 8 samples is transformed by the orthonormal DCT-II, its coefficients are rounded
 * to multiples of the quality's steps, and transformed back. Entropy coding and chroma are left out, so this is a measure of
 * damage and no codec.
 *     C[k,n] = c_k cos((2 n + 1) k pi / 16),  c_0 = sqrt(1/8), else 1/2;      X = C x C^T.
 * Source: ITU-T T.81, annexes A.3.3 and K.1; quality as libjpeg scales the table (jcparam.c).
 * @module
 */
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../kernels/kernels.ts';
import { type Plane, plane } from '../raster.ts';

const SIDE = 8;
const CELLS = SIDE * SIDE;

/** ITU-T T.81, table K.1. */
const LUMINANCE_STEPS = [
  ...[16, 11, 10, 16, 24, 40, 51, 61],
  ...[12, 12, 14, 19, 26, 58, 60, 55],
  ...[14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62],
  ...[18, 22, 37, 56, 68, 109, 103, 77],
  ...[24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101],
  ...[72, 92, 95, 98, 112, 100, 103, 99],
];

/** c_k cos(k pi / 16) of the transform of 8 samples: C[k,n] up to sign. */
const [K1, K2, K3, K4, K5, K6, K7] = Array.from({ length: 7 }, (_, i) => 0.5 * Math.cos(((i + 1) * Math.PI) / 16)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Steps of a quality of 1 to 100, row-major by vertical, then horizontal frequency. */
export function quantisationSteps(quality: number): Float32Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Float32Array.from(LUMINANCE_STEPS, (step) =>
    Math.max(1, Math.min(255, Math.floor((step * percent + 50) / 100))),
  );
}

/** Luma after JPEG of this quality, rounded and clipped to [0, 255]; blocks over the border repeat it. */
export function quantiseBlocks(luma: Plane, quality: number): Plane {
  const steps = quantisationSteps(quality);
  return withKernels(
    (kernels, memory) => quantisedInMemory(luma, steps, kernels, memory),
    () => quantisedScalar(luma, steps),
  );
}

/** A band of blocks after the other, in whole pairs of blocks. */
function quantisedInMemory(
  { width, height, data }: Plane,
  steps: Float32Array,
  kernels: Kernels,
  memory: KernelMemory,
): Plane {
  const out = plane(width, height);
  const pairs = Math.ceil(width / (2 * SIDE));
  const rowLength = 2 * SIDE * pairs;
  const [stepsAt, scratch] = [memory.copyIn(steps), memory.reserve(kernels.quantiseScratchBytes())];
  const at = memory.reserve(4 * SIDE * rowLength);
  const band = memory.floats(at, SIDE * rowLength);
  for (let top = 0; top < height; top += SIDE) {
    for (let j = 0; j < SIDE; j++) {
      const from = width * Math.min(height - 1, top + j);
      band.set(data.subarray(from, from + width), rowLength * j);
      band.fill(data[from + width - 1] as number, rowLength * j + width, rowLength * (j + 1));
    }
    kernels.quantiseBand(at, pairs, stepsAt, scratch);
    for (let j = 0; j < Math.min(SIDE, height - top); j++)
      out.data.set(band.subarray(rowLength * j, rowLength * j + width), width * (top + j));
  }
  return out;
}

/** Scalar fallback of the kernel. */
function quantisedScalar({ width, height, data }: Plane, steps: Float32Array): Plane {
  const out = plane(width, height);
  const block = new Float32Array(CELLS);
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE) {
      for (let i = 0; i < CELLS; i++) {
        const y = Math.min(height - 1, top + (i >> 3));
        const x = Math.min(width - 1, left + (i & 7));
        block[i] = (data[y * width + x] as number) - 128;
      }
      transformBlock(block);
      for (let i = 0; i < CELLS; i++) {
        const step = steps[i] as number;
        block[i] = Math.round((block[i] as number) / step) * step;
      }
      restoreBlock(block);
      const [columns, rows] = [Math.min(SIDE, width - left), Math.min(SIDE, height - top)];
      for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++)
          out.data[(top + j) * width + left + i] = clipped((block[SIDE * j + i] as number) + 128);
    }
  return out;
}

function clipped(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}

/** The DCT of a block of 8 x 8 samples in its place:  block = C block C^T */
export function transformBlock(block: Float32Array): void {
  for (let x = 0; x < SIDE; x++) transformLine(block, x, SIDE);
  for (let y = 0; y < CELLS; y += SIDE) transformLine(block, y, 1);
}

/** block = C^T block C */
function restoreBlock(block: Float32Array): void {
  for (let x = 0; x < SIDE; x++) restoreLine(block, x, SIDE);
  for (let y = 0; y < CELLS; y += SIDE) restoreLine(block, y, 1);
}

/**
 * C times a row or column: even coefficients answer to sums of mirrored samples, odd ones to their differences.
 * @param at first sample. @param step to the next one
 */
function transformLine(block: Float32Array, at: number, step: number): void {
  const [i1, i2, i3] = [at + step, at + 2 * step, at + 3 * step];
  const [i4, i5, i6, i7] = [at + 4 * step, at + 5 * step, at + 6 * step, at + 7 * step];
  const [x0, x1, x2, x3] = [block[at] as number, block[i1] as number, block[i2] as number, block[i3] as number];
  const [x4, x5, x6, x7] = [block[i4] as number, block[i5] as number, block[i6] as number, block[i7] as number];
  const [s0, s1, s2, s3] = [x0 + x7, x1 + x6, x2 + x5, x3 + x4];
  const [d0, d1, d2, d3] = [x0 - x7, x1 - x6, x2 - x5, x3 - x4];
  block[at] = K4 * (s0 + s1 + s2 + s3);
  block[i1] = K1 * d0 + K3 * d1 + K5 * d2 + K7 * d3;
  block[i2] = K2 * (s0 - s3) + K6 * (s1 - s2);
  block[i3] = K3 * d0 - K7 * d1 - K1 * d2 - K5 * d3;
  block[i4] = K4 * (s0 - s1 - s2 + s3);
  block[i5] = K5 * d0 - K1 * d1 + K7 * d2 + K3 * d3;
  block[i6] = K6 * (s0 - s3) - K2 * (s1 - s2);
  block[i7] = K7 * d0 - K5 * d1 + K3 * d2 - K1 * d3;
}

/** C^T times a row or column. */
function restoreLine(block: Float32Array, at: number, step: number): void {
  const [i1, i2, i3] = [at + step, at + 2 * step, at + 3 * step];
  const [i4, i5, i6, i7] = [at + 4 * step, at + 5 * step, at + 6 * step, at + 7 * step];
  const [y0, y1, y2, y3] = [block[at] as number, block[i1] as number, block[i2] as number, block[i3] as number];
  const [y4, y5, y6, y7] = [block[i4] as number, block[i5] as number, block[i6] as number, block[i7] as number];
  const [sum, difference] = [K4 * (y0 + y4), K4 * (y0 - y4)];
  const [outer, inner] = [K2 * y2 + K6 * y6, K6 * y2 - K2 * y6];
  const [e0, e1, e2, e3] = [sum + outer, difference + inner, difference - inner, sum - outer];
  const o0 = K1 * y1 + K3 * y3 + K5 * y5 + K7 * y7;
  const o1 = K3 * y1 - K7 * y3 - K1 * y5 - K5 * y7;
  const o2 = K5 * y1 - K1 * y3 + K7 * y5 + K3 * y7;
  const o3 = K7 * y1 - K5 * y3 + K3 * y5 - K1 * y7;
  block[at] = e0 + o0;
  block[i1] = e1 + o1;
  block[i2] = e2 + o2;
  block[i3] = e3 + o3;
  block[i4] = e3 - o3;
  block[i5] = e2 - o2;
  block[i6] = e1 - o1;
  block[i7] = e0 - o0;
}
