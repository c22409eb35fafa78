import { describe, expect, test } from 'vitest';
import { extendedBox, stackedBlur } from '../../src/signal/stackedBlur.ts';
import { largestDifference, VECTORS } from '../vectors/watermarkVectors.ts';

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

  test('refuses a sigma that is not positive', () => {
    expect(() => stackedBlur({ width: 2, height: 2, data: new Float32Array(4) }, 0)).toThrow(RangeError);
  });
});
