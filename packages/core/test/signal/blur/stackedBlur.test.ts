import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { extendedBox, stackedBlur } from '../../../src/signal/blur/stackedBlur.ts';
import { largestDifference, numbers, VECTORS } from '../../vectors/watermarkVectors.ts';

describe('stackedBlur', () => {
  test('agrees with three plain correlations in SciPy', () => {
    const { width, height, luma, blurred } = VECTORS.picture;
    const out = stackedBlur({ width, height, data: Float32Array.from(luma) }, 2.3);
    expect(largestDifference(out.data, blurred)).toBeLessThan(2e-3);
  });

  test.each([0.5, 1, 1.7, 3, 5, 12])('the variance of the impulse response is sigma^2 for sigma = %d', (sigma) => {
    const width = 201;
    const data = new Float32Array(width);
    data[100] = 1;
    const out = stackedBlur({ width, height: 1, data }, sigma).data;
    const variance = out.reduce((sum, value, x) => sum + value * (x - 100) ** 2, 0);
    expect(variance).toBeCloseTo(sigma ** 2, 2);
    expect(out.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  });

  test('the weight of the outermost samples lies in [0, 1)', () => {
    for (let sigma = 0.3; sigma < 15; sigma += 0.05) {
      const { alpha } = extendedBox(sigma);
      expect(alpha).toBeGreaterThanOrEqual(-1e-12);
      expect(alpha).toBeLessThan(1);
    }
  });

  test('keeps a constant plane, even one narrower than the filter', () => {
    const out = stackedBlur({ width: 3, height: 2, data: new Float32Array(6).fill(77) }, 5);
    expect(largestDifference(out.data, new Float32Array(6).fill(77))).toBeLessThan(1e-3);
  });

  // Running sums of single precision err by some 2^-24 of the largest value a step, in either direction.
  test.each([
    [8, 8, 5],
    [9, 31, 0.7],
    [97, 64, 4],
    [300, 205, 12],
    [816, 40, 40],
  ])('the kernel agrees with plain loops to 1e-5 of the range: %d x %d, sigma %d', (width, height, sigma) => {
    const input = { width, height, data: Float32Array.from(numbers(5, width * height), (value) => 255 * value ** 4) };
    const plain = withoutKernels(() => stackedBlur(input, sigma));
    expect(largestDifference(stackedBlur(input, sigma).data, plain.data)).toBeLessThan(255e-5);
  });

  test('refuses a sigma that is not positive', () => {
    expect(() => stackedBlur({ width: 2, height: 2, data: new Float32Array(4) }, 0)).toThrow(RangeError);
  });
});
