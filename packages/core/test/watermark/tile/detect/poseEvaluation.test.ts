import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { similarity } from '../../../../src/watermark/affine.ts';
import { withAmplitudes } from '../../../../src/watermark/tile/spectrum/carrierSamples.ts';
import { pictureSpectrum } from '../../../../src/watermark/tile/spectrum/pictureSpectrum.ts';
import { withPoseEvaluator } from '../../../../src/watermark/tile/detect/poseEvaluation.ts';
import { largestDifference } from '../../../vectors/watermarkVectors.ts';
import { LAYOUT, markedNoise } from '../../markedNoise.ts';

const SCALE = 0.9;
const SPECTRUM = pictureSpectrum(markedNoise(400, 300, SCALE));
const POSES = [1, 1.002, 0.97, 0.5].flatMap((zoom) =>
  [0, 0.004, 2].map((angle) =>
    similarity((zoom * Math.cos(angle)) / SCALE, (zoom * Math.sin(angle)) / SCALE, zoom < 0.6),
  ),
);

describe('a view read by kernels and by plain loops', () => {
  test('screened poses have the same offset and half turn, and the same z-score to 1e-3', () => {
    const screened = withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.screen(POSES));
    const plain = withoutKernels(() => withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.screen(POSES)));
    for (const [i, { offset, affine }] of screened.entries()) {
      const expected = plain[i]?.offset;
      expect(affine).toBe(POSES[i]);
      expect({ ...offset, zScore: 0 }).toEqual({ ...expected, zScore: 0 });
      expect(offset.zScore).toBeCloseTo(expected?.zScore ?? 0, 3);
    }
    expect(screened[0]?.offset.zScore).toBeGreaterThan(6);
  });

  // The search compares sums that differ by rounding, so it may take another of two equal ways up.
  test('refined poses from the neighbourhood of the true one move no pilot by 0.01 periods', () => {
    const refined = () =>
      withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.screen(POSES.slice(0, 5)).map(evaluator.refine));
    const plain = withoutKernels(refined);
    for (const [i, pose] of refined().entries())
      for (const part of ['a', 'b', 'c', 'd'] as const)
        expect(Math.abs(pose[part] - (plain[i]?.[part] ?? 0)) * 0.23 * 200).toBeLessThan(0.01);
  });

  test('carriers have the same values and noise to 1e-5', () => {
    const pose = POSES[1] ?? similarity(1, 0, false);
    const sampled = () => withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.sample(pose));
    const [fast, plain] = [sampled(), withoutKernels(sampled)];
    const rms = Math.sqrt(plain.values.reduce((sum, value) => sum + value * value, 0) / plain.values.length);
    expect(largestDifference(fast.values, plain.values)).toBeLessThan(1e-4 * rms);
    expect(fast.noise.every((value, i) => Math.abs(value / (plain.noise[i] as number) - 1) < 1e-5)).toBe(true);
  });

  test('so have the first carriers under many poses, one after the other', () => {
    const count = 100;
    const read = () =>
      withAmplitudes(SPECTRUM, LAYOUT, count, (amplitudes) =>
        POSES.map((pose) => {
          const out = new Float32Array(2 * count);
          amplitudes(pose, out);
          return out;
        }),
      );
    const [fast, plain] = [read(), withoutKernels(read)];
    for (const [i, values] of fast.entries()) {
      const expected = plain[i] as Float32Array;
      const rms = Math.sqrt(expected.reduce((sum, value) => sum + value * value, 1e-12) / expected.length);
      expect(largestDifference(values, expected)).toBeLessThan(1e-4 * rms);
    }
  });

  test('the offset of the tile is the same to 1e-3 pixels, and its z-score to 1e-3', () => {
    for (const pose of POSES.slice(0, 4)) {
      const located = () =>
        withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.locate(evaluator.sample(pose), 1));
      const [fast, plain] = [located(), withoutKernels(located)];
      for (const part of ['x', 'y', 'zScore'] as const) expect(fast[part]).toBeCloseTo(plain[part], 3);
    }
  });

  test('carriers beyond the spectrum are silent and infinitely noisy', () => {
    const pose = similarity(3, 0, false);
    const { values, noise } = withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.sample(pose));
    const plain = withoutKernels(() => withPoseEvaluator(SPECTRUM, LAYOUT, (evaluator) => evaluator.sample(pose)));
    expect(noise.filter((value) => value === Infinity)).toHaveLength(plain.noise.filter((n) => n === Infinity).length);
    expect(noise.some((value) => value === Infinity)).toBe(true);
    expect(values.every(Number.isFinite)).toBe(true);
  });
});
