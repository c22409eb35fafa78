import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { pictureSpectrum } from '../../../../src/watermark/tile/spectrum/pictureSpectrum.ts';
import { largestDifference, numbers } from '../../../vectors/watermarkVectors.ts';

function noise(width: number, height: number) {
  const data = Float32Array.from(numbers(7, width * height), (value, i) => value - 0.5 + (i % 7 === 0 ? 0.5 : 0));
  return { width, height, data };
}

describe('pictureSpectrum', () => {
  // Single precision in each of ten steps of a transform: an error of some 1e-6 of the root mean square of the spectrum.
  test.each([
    [40, 30],
    [97, 51],
    [409, 100],
    [100, 410],
    [816, 33],
  ])('the kernels agree with plain loops, %d x %d', (width, height) => {
    const view = noise(width, height);
    const fast = pictureSpectrum(view);
    const plain = withoutKernels(() => pictureSpectrum(view));
    expect({ ...fast.fourier, data: [] }).toEqual({ ...plain.fourier, data: [] });
    const rms = Math.sqrt(
      plain.fourier.data.reduce((sum, value) => sum + value * value, 0) / plain.fourier.data.length,
    );
    expect(largestDifference(fast.fourier.data, plain.fourier.data)).toBeLessThan(2e-5 * rms);
    const ratio = fast.power.background.map((value, i) => value / (plain.power.background[i] as number) - 1);
    expect(largestDifference(ratio, new Float32Array(ratio.length))).toBeLessThan(1e-4);
    expect(largestDifference(fast.power.relative, plain.power.relative)).toBeLessThan(1e-3);
  });
});
