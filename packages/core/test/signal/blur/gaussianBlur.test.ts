import { plane } from '@assay/core/raster';
import { gaussianBlur } from '@assay/core/signal/blur/gaussianBlur';
import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import { largestDifference } from '../../vectors/watermarkVectors.ts';

test('an impulse becomes the Gaussian', () => {
  const sigma = 1.7;
  const impulse = plane(41, 41);
  impulse.data[20 * 41 + 20] = 1;
  const { data } = gaussianBlur(impulse, sigma);
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [3, 2],
    [0, -4],
    [-5, 1],
  ] as const) {
    const expected = Math.exp(-(x * x + y * y) / (2 * sigma * sigma)) / (2 * Math.PI * sigma * sigma);
    expect(data[(20 + y) * 41 + 20 + x]).toBeCloseTo(expected, 4);
  }
});

test('a constant stays, whatever the size, also where the kernel is wider than the plane', () => {
  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [7, 1],
    [30, 20],
  ] as const)
    for (const value of gaussianBlur(plane(width, height, new Float32Array(width * height).fill(9)), 4).data)
      expect(value).toBeCloseTo(9, 4);
});

test('the border is mirrored without repeating the border sample', () => {
  const line = plane(3, 1, Float32Array.of(0, 0, 8));
  const mirrored = plane(15, 1, Float32Array.of(0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8));
  const short = gaussianBlur(line, 1).data;
  const long = gaussianBlur(mirrored, 1).data;
  for (let i = 0; i < 3; i++) expect(short[i]).toBeCloseTo(long[4 + i] as number, 5);
});

const make = () =>
  plane(
    20,
    15,
    Float32Array.from({ length: 300 }, (_, i) => (i * 7919) % 251),
  );

test('the result may be written over the input, and a bad sigma is refused', () => {
  const input = make();
  gaussianBlur(input, 2, { out: input });
  expect(input.data).toEqual(gaussianBlur(make(), 2).data);
  expect(() => gaussianBlur(input, 0)).toThrow(RangeError);
});

// Sums of single precision: each of up to 2 x 61 products errs by some 2^-24 of the largest value in reach.
test.each([
  [4, 2, 1.2],
  [17, 9, 1.6],
  [30, 40, 4],
  [61, 7, 15],
] as const)('the kernel agrees with the scalar fallback on %d x %d for sigma %d', (width, height, sigma) => {
  const uniform = seededUniform(width);
  const input = plane(
    width,
    height,
    Float32Array.from({ length: width * height }, () => 255 * uniform()),
  );
  const scalar = withoutKernels(() => gaussianBlur(input, sigma)).data;
  expect(largestDifference(gaussianBlur(input, sigma).data, scalar)).toBeLessThan(255 * 2e-6);
});
