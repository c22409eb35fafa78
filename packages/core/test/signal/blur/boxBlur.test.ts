import { expect, test } from 'vitest';
import { plane } from '../../../src/raster.ts';
import { boxBlur } from '../../../src/signal/blur/boxBlur.ts';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import { largestDifference } from '../../vectors/watermarkVectors.ts';

test('one pass is the mean over the part of the square window that exists', () => {
  const [width, height, radius] = [13, 9, 3];
  const uniform = seededUniform(1);
  const input = Float32Array.from({ length: width * height }, () => 100 * uniform());
  const blurred = plane(width, height, input.slice());
  boxBlur(blurred, radius, 1, new Float32Array(width * height));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      let count = 0;
      for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++)
        for (let i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius); i++, count++)
          sum += input[j * width + i]!;
      expect(blurred.data[y * width + x]).toBeCloseTo(sum / count, 3);
    }
});

test('windows wider than the plane give its mean everywhere', () => {
  const small = plane(3, 2, Float32Array.of(1, 2, 3, 4, 5, 6));
  boxBlur(small, 10, 2, new Float32Array(6));
  for (const value of small.data) expect(value).toBeCloseTo(3.5, 5);
  expect(() => boxBlur(small, 1, 1, new Float32Array(5))).toThrow(RangeError);
});

test.each([
  [13, 9, 3, 2],
  [16, 4, 2, 1],
  [3, 7, 10, 2],
  [1, 1, 1, 1],
] as const)('the kernel agrees with the scalar fallback on %d x %d', (width, height, radius, passes) => {
  const uniform = seededUniform(4);
  const input = Float32Array.from({ length: width * height }, () => 65_025 * uniform());
  const blurred = () => {
    const out = plane(width, height, input.slice());
    boxBlur(out, radius, passes, new Float32Array(width * height));
    return out.data;
  };
  // Both sum doubles: a last bit of single precision where they round.
  expect(largestDifference(blurred(), withoutKernels(blurred))).toBeLessThan(0.01);
});
