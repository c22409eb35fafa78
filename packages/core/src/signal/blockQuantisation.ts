/**
 * What JPEG does to luma: every block of 8 x 8 samples is transformed by the orthonormal DCT-II, its coefficients are rounded
 * to multiples of the quality's steps, and transformed back. Entropy coding and chroma are left out, so this is a measure of
 * damage and no codec.
 *     C[k,n] = c_k cos((2 n + 1) k pi / 16),  c_0 = sqrt(1/8), else 1/2;      X = C x C^T.
 * Source: ITU-T T.81, annexes A.3.3 and K.1; quality as libjpeg scales the table (jcparam.c).
 * @module
 */
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

const BASIS = Float32Array.from({ length: CELLS }, (_, i) => {
  const [k, n] = [i >> 3, i & 7];
  return (k === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * n + 1) * k * Math.PI) / 16);
});

/** Steps of a quality of 1 to 100, row-major by vertical, then horizontal frequency. */
export function quantisationSteps(quality: number): Float32Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Float32Array.from(LUMINANCE_STEPS, (step) =>
    Math.max(1, Math.min(255, Math.floor((step * percent + 50) / 100))),
  );
}

/** Luma after JPEG of this quality, rounded and clipped to [0, 255]; blocks over the border repeat it. */
export function quantiseBlocks({ width, height, data }: Plane, quality: number): Plane {
  const out = plane(width, height);
  const steps = quantisationSteps(quality);
  const [block, middle] = [new Float32Array(CELLS), new Float32Array(CELLS)];
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE) {
      for (let i = 0; i < CELLS; i++) {
        const y = Math.min(height - 1, top + (i >> 3));
        const x = Math.min(width - 1, left + (i & 7));
        block[i] = (data[y * width + x] as number) - 128;
      }
      transformBlock(block, middle);
      for (let i = 0; i < CELLS; i++) {
        const step = steps[i] as number;
        block[i] = Math.round((block[i] as number) / step) * step;
      }
      backward(block, middle);
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

/**
 * The DCT of a block of 8 x 8 samples in its place:  block = C block C^T
 * @param middle room for as many numbers
 */
export function transformBlock(block: Float32Array, middle: Float32Array): void {
  for (let k = 0; k < SIDE; k++)
    for (let x = 0; x < SIDE; x++) {
      let sum = 0;
      for (let n = 0; n < SIDE; n++) sum += (BASIS[SIDE * k + n] as number) * (block[SIDE * n + x] as number);
      middle[SIDE * k + x] = sum;
    }
  for (let k = 0; k < SIDE; k++)
    for (let l = 0; l < SIDE; l++) {
      let sum = 0;
      for (let n = 0; n < SIDE; n++) sum += (BASIS[SIDE * l + n] as number) * (middle[SIDE * k + n] as number);
      block[SIDE * k + l] = sum;
    }
}

/** block = C^T block C */
function backward(block: Float32Array, middle: Float32Array): void {
  for (let n = 0; n < SIDE; n++)
    for (let l = 0; l < SIDE; l++) {
      let sum = 0;
      for (let k = 0; k < SIDE; k++) sum += (BASIS[SIDE * k + n] as number) * (block[SIDE * k + l] as number);
      middle[SIDE * n + l] = sum;
    }
  for (let n = 0; n < SIDE; n++)
    for (let x = 0; x < SIDE; x++) {
      let sum = 0;
      for (let l = 0; l < SIDE; l++) sum += (BASIS[SIDE * l + x] as number) * (middle[SIDE * n + l] as number);
      block[SIDE * n + x] = sum;
    }
}
