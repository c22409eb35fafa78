import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { similarity } from '../../src/watermark/affine.ts';
import { pictureSpectrum } from '../../src/watermark/pictureSpectrum.ts';
import { withViewReader } from '../../src/watermark/viewReader.ts';
import { largestDifference } from '../vectors/watermarkVectors.ts';
import { CONSTELLATION, markedNoise } from './markedNoise.ts';

const SCALE = 0.9;
const SPECTRUM = pictureSpectrum(markedNoise(400, 300, SCALE));
const MAPS = [1, 1.002, 0.97, 0.5].flatMap((zoom) =>
  [0, 0.004, 2].map((angle) =>
    similarity((zoom * Math.cos(angle)) / SCALE, (zoom * Math.sin(angle)) / SCALE, zoom < 0.6),
  ),
);

describe('a view read by kernels and by plain loops', () => {
  test('screened maps have the same place and half turn, and the same height to 1e-3', () => {
    const screened = withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.screen(MAPS));
    const plain = withoutKernels(() => withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.screen(MAPS)));
    for (const [i, { phase, affine }] of screened.entries()) {
      const expected = plain[i]?.phase;
      expect(affine).toBe(MAPS[i]);
      expect({ ...phase, sigma: 0 }).toEqual({ ...expected, sigma: 0 });
      expect(phase.sigma).toBeCloseTo(expected?.sigma ?? 0, 3);
    }
    expect(screened[0]?.phase.sigma).toBeGreaterThan(6);
  });

  // The climb compares sums that differ by rounding, so it may take another of two equal ways up.
  test('refined maps from the neighbourhood of the true one move no pilot by 0.01 periods', () => {
    const refined = () =>
      withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.screen(MAPS.slice(0, 5)).map(reader.refine));
    const plain = withoutKernels(refined);
    for (const [i, map] of refined().entries())
      for (const part of ['a', 'b', 'c', 'd'] as const)
        expect(Math.abs(map[part] - (plain[i]?.[part] ?? 0)) * 0.23 * 200).toBeLessThan(0.01);
  });

  test('carriers have the same values and noise to 1e-5', () => {
    const map = MAPS[1] ?? similarity(1, 0, false);
    const sampled = () => withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.sample(map));
    const [fast, plain] = [sampled(), withoutKernels(sampled)];
    const rms = Math.sqrt(plain.values.reduce((sum, value) => sum + value * value, 0) / plain.values.length);
    expect(largestDifference(fast.values, plain.values)).toBeLessThan(1e-4 * rms);
    expect(fast.noise.every((value, i) => Math.abs(value / (plain.noise[i] as number) - 1) < 1e-5)).toBe(true);
  });

  test('the tile is found at the same place to 1e-3 pixels, its peak at the same height to 1e-3', () => {
    for (const map of MAPS.slice(0, 4)) {
      const placed = () => withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.place(reader.sample(map), 1));
      const [fast, plain] = [placed(), withoutKernels(placed)];
      for (const part of ['x', 'y', 'sigma'] as const) expect(fast[part]).toBeCloseTo(plain[part], 3);
    }
  });

  test('carriers beyond the spectrum are silent and infinitely noisy', () => {
    const map = similarity(3, 0, false);
    const { values, noise } = withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.sample(map));
    const plain = withoutKernels(() => withViewReader(SPECTRUM, CONSTELLATION, (reader) => reader.sample(map)));
    expect(noise.filter((value) => value === Infinity)).toHaveLength(plain.noise.filter((n) => n === Infinity).length);
    expect(noise.some((value) => value === Infinity)).toBe(true);
    expect(values.every(Number.isFinite)).toBe(true);
  });
});
