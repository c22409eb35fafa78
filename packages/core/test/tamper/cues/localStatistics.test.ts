import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { plane } from '../../../src/raster.ts';
import {
  halved,
  localMeanDifference,
  localMoments,
  localVariance,
  momentsWithin,
} from '../../../src/tamper/cues/localStatistics.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import { largestDifference } from '../../vectors/watermarkVectors.ts';

const picture = (width: number, height: number, seed: number) => {
  const uniform = seededUniform(seed);
  return plane(
    width,
    height,
    Float32Array.from({ length: width * height }, () => 255 * uniform()),
  );
};
const maskOf = ({ width, height }: { width: number; height: number }) =>
  Uint8Array.from({ length: width * height }, (_, i) => ((i * 7919) % 11 < 3 || i % width < 4 ? 0 : 1));

const SIZES = [
  [16, 8],
  [23, 9],
  [41, 30],
  [5, 3],
  [1, 1],
] as const;

describe.each(SIZES)('the kernels agree with the scalar fallback on %d x %d', (width, height) => {
  const [query, reference] = [picture(width, height, 1), picture(width, height, 2)];
  const mask = maskOf(query);

  test('halves', () => {
    for (const values of [query.data, null]) {
      const half = halved(values, mask, query);
      expect(half).toHaveLength(Math.ceil(width / 2) * Math.ceil(height / 2));
      expect(
        largestDifference(
          half,
          withoutKernels(() => halved(values, mask, query)),
        ),
      ).toBeLessThan(1e-4);
    }
  });

  test('moments of several windows are those of each', () => {
    const asked = () => momentsWithin(query, reference, mask, [3, 2]);
    const alone = () => [3, 2].map((radius) => localMoments(query, reference, mask, radius));
    expect(asked()).toEqual(alone());
    expect(withoutKernels(asked)).toEqual(withoutKernels(alone));
  });

  // Squares reach 65,025, whose last bit in single precision is 1/256.
  test('moments', () => {
    const kernels = localMoments(query, reference, mask, 2);
    // Another mask of the same values: the fraction of one is made once.
    const scalar = withoutKernels(() => localMoments(query, reference, mask.slice(), 2));
    expect(largestDifference(kernels.meanDifference, scalar.meanDifference)).toBeLessThan(1e-3);
    for (const name of ['varianceQuery', 'varianceReference', 'covariance'] as const)
      expect(largestDifference(kernels[name], scalar[name])).toBeLessThan(0.05);
    expect(largestDifference(kernels.validFraction, scalar.validFraction)).toBeLessThan(1e-6);
    const variance = localVariance(query, mask, 2);
    expect(largestDifference(variance, kernels.varianceQuery)).toBeLessThan(1e-6);
    expect(
      largestDifference(
        variance,
        withoutKernels(() => localVariance(query, mask.slice(), 2)),
      ),
    ).toBeLessThan(0.05);
  });

  test('mean differences', () => {
    const of = () => localMeanDifference(query, reference, mask.slice(), 2);
    expect(largestDifference(of(), withoutKernels(of))).toBeLessThan(1e-3);
  });
});

test('moments are those of the pixels in the mask', () => {
  const flat = plane(20, 20, new Float32Array(400).fill(100));
  const mask = new Uint8Array(400).fill(1);
  flat.data[210] = 1e4;
  mask[210] = 0;
  expect(localVariance(flat, mask, 2).every((value) => value < 0.01)).toBe(true);
});
