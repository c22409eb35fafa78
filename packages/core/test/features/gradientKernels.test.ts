import { describe, expect, test } from 'vitest';
import { sift } from '../../src/features/sift.ts';
import { dominantOrientations } from '../../src/features/orientation.ts';
import { describeKeypoint } from '../../src/features/siftDescriptor.ts';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { luma, plane } from '../../src/raster.ts';
import { gaussianBlur } from '../../src/signal/blur/gaussianBlur.ts';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const PICTURE = gaussianBlur(luma(deadLeaves(121, 90, 3, 200)), 0.8);
/** In the middle, at borders and corners, and with windows larger than the picture. */
const PLACES = [
  [60.4, 45.7, 1.9],
  [5, 5, 1.6],
  [115.2, 84.6, 3.1],
  [6.7, 80, 2.4],
  [60, 45, 30],
] as const;

const descriptorAt = (x: number, y: number, sigma: number, orientation: number): Uint8Array => {
  const out = new Uint8Array(128);
  describeKeypoint(PICTURE, x, y, sigma, orientation, out, 0);
  return out;
};

describe.each(PLACES)('at %d, %d of sigma %d', (x, y, sigma) => {
  test('directions are the same with and without kernels', () => {
    const scalar = withoutKernels(() => dominantOrientations(PICTURE, x, y, sigma));
    const found = dominantOrientations(PICTURE, x, y, sigma);
    expect(scalar.length).toBeGreaterThan(0);
    expect(found).toHaveLength(scalar.length);
    for (const [i, angle] of found.entries()) expect(angle).toBeCloseTo(scalar[i]!, 3);
  });

  test.each([0, 0.7, 3.2, 6.28])('the descriptor turned by %d is the same to a step', (orientation) => {
    const scalar = withoutKernels(() => descriptorAt(x, y, sigma, orientation));
    const found = descriptorAt(x, y, sigma, orientation);
    expect(Math.max(...scalar)).toBeGreaterThan(20);
    for (const [i, value] of found.entries()) expect(Math.abs(value - scalar[i]!)).toBeLessThanOrEqual(1);
  });
});

test('a plane without gradients has no direction and an empty descriptor', () => {
  const flat = plane(40, 30, new Float32Array(1200).fill(80));
  expect(dominantOrientations(flat, 20, 15, 2)).toEqual([]);
  const out = new Uint8Array(128).fill(9);
  describeKeypoint(flat, 20, 15, 2, 1, out, 0);
  expect(Math.max(...out)).toBe(0);
});

test('a picture has the same features with and without kernels', () => {
  const scalar = withoutKernels(() => sift(PICTURE, { featuresMax: 80 }));
  const found = sift(PICTURE, { featuresMax: 80 });
  expect(scalar.keypoints.count).toBeGreaterThan(20);
  expect(found.keypoints.count).toBe(scalar.keypoints.count);
  for (const [i, value] of found.descriptors.entries())
    expect(Math.abs(value - scalar.descriptors[i]!)).toBeLessThanOrEqual(1);
});
