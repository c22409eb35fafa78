import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import type { Plane } from '../../../../src/raster.ts';
import { periodicSpectrum, periodicTransform } from '../../../../src/watermark/tile/spectrum/periodicSpectrum.ts';
import { softBits } from '../../../../src/watermark/tile/detect/softBits.ts';
import { uprightHypotheses } from '../../../../src/watermark/tile/detect/uprightPose.ts';
import { largestDifference } from '../../../vectors/watermarkVectors.ts';
import { CODED, LAYOUT, markedNoise } from '../../markedNoise.ts';

/** out(x, y) = in(of(x, y)), `width` x `height`. */
function rearranged(
  input: Plane,
  width: number,
  height: number,
  of: (x: number, y: number) => readonly [number, number],
): Plane {
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = of(x, y);
      data[y * width + x] = input.data[fromY * input.width + fromX] as number;
    }
  return { width, height, data };
}

const VIEW = markedNoise(401, 300, 1);
const [W, H] = [VIEW.width, VIEW.height];

function strongest(view: Plane, scales: readonly number[]) {
  return [...uprightHypotheses(view, LAYOUT, scales)].sort((a, b) => b.offset.zScore - a.offset.zScore)[0];
}

describe('periodicSpectrum', () => {
  test.each([1, 0.93, 1.4])('kernels agree with plain loops to 1e-5 of the rms, scale %d', (scale) => {
    const transform = periodicTransform(64, 21);
    const view = markedNoise(150, 81, 1);
    const fast = periodicSpectrum(view, scale, transform);
    const plain = withoutKernels(() => periodicSpectrum(view, scale, transform));
    const rms = Math.sqrt(plain.reduce((sum, value) => sum + value * value, 0) / plain.length);
    expect(largestDifference(fast, plain)).toBeLessThan(1e-5 * rms);
  });

  test('is the Fourier transform itself where a sample is a pixel', () => {
    const { count, ...rest } = periodicTransform(64, 7);
    const view = markedNoise(70, 50, 1);
    const spectrum = periodicSpectrum(view, 1, { count, ...rest });
    for (const [u, v] of [
      [3, 2],
      [7, -5],
      [0, 4],
    ] as const) {
      let [real, imaginary] = [0, 0];
      for (let y = 0; y < 50; y++)
        for (let x = 0; x < 70; x++) {
          const angle = (-2 * Math.PI * (u * x + v * y)) / 64;
          real += (view.data[y * 70 + x] as number) * Math.cos(angle);
          imaginary += (view.data[y * 70 + x] as number) * Math.sin(angle);
        }
      const at = 2 * ((v + count) * count + u);
      expect(spectrum[at]).toBeCloseTo(real, 2);
      expect(spectrum[at + 1]).toBeCloseTo(imaginary, 2);
    }
  });
});

describe('uprightHypotheses', () => {
  test.each([
    ['as it is', VIEW],
    ['mirrored', rearranged(VIEW, W, H, (x, y) => [W - 1 - x, y])],
    ['turned by a quarter', rearranged(VIEW, H, W, (x, y) => [W - 1 - y, x])],
    ['turned by half', rearranged(VIEW, W, H, (x, y) => [W - 1 - x, H - 1 - y])],
    ['turned by three quarters', rearranged(VIEW, H, W, (x, y) => [y, H - 1 - x])],
    ['mirrored across the diagonal', rearranged(VIEW, H, W, (x, y) => [y, x])],
    ['its negative', { ...VIEW, data: VIEW.data.map((value) => 1 - value) }],
    [
      'its negative, mirrored',
      rearranged({ ...VIEW, data: VIEW.data.map((value) => -value) }, W, H, (x, y) => [W - 1 - x, y]),
    ],
    ['cut out', rearranged(VIEW, 250, 200, (x, y) => [x + 31, y + 57])],
  ])('the mark is read: %s', (_, view) => {
    const hypothesis = strongest(view, [1]);
    expect(hypothesis?.offset.zScore).toBeGreaterThan(7);
    if (!hypothesis) return;
    const { llr } = softBits(hypothesis.samples, LAYOUT, hypothesis.offset);
    const right = llr.reduce((count, value, i) => count + (value > 0 === (CODED[i] === 0) ? 1 : 0), 0);
    expect(right / llr.length).toBeGreaterThan(0.9);
  });

  test('among several scales the true one stands out', () => {
    const hypothesis = strongest(markedNoise(500, 400, 1.21), [1, 1.21, 0.9]);
    expect(hypothesis?.offset.zScore).toBeGreaterThan(7);
    expect(hypothesis?.affine.a).toBeCloseTo(1 / 1.21, 6);
  });

  test('noise without a mark stays below what is believed, and scales beyond the pixels are left out', () => {
    const noise = { ...VIEW, data: markedNoise(W, H, 1).data.map((value, i) => (i % 2 ? value : -value)) };
    expect(strongest(noise, [1, 0.9])?.offset.zScore).toBeLessThan(5.5);
    expect([...uprightHypotheses(noise, LAYOUT, [0.3])]).toEqual([]);
  });

  test('kernels and plain loops see the same z-scores to 1e-2', () => {
    const see = () => [...uprightHypotheses(VIEW, LAYOUT, [1])].map(({ offset }) => offset.zScore);
    expect(largestDifference(see(), withoutKernels(see))).toBeLessThan(1e-2);
  });
});
