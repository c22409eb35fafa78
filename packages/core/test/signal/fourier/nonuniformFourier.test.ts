import { describe, expect, test } from 'vitest';
import { evaluateFourier, gridLengthFor } from '../../../src/signal/fourier/nonuniformFourier.ts';
import { pictureSpectrum } from '../../../src/watermark/tile/spectrum/pictureSpectrum.ts';
import { numbers, VECTORS } from '../../vectors/watermarkVectors.ts';

describe('nonuniform Fourier transform', () => {
  test('agrees with the direct sums of NumPy to 1e-3 of the root of the picture’s energy', () => {
    const { width, height, seed, frequencies, values } = VECTORS.nonuniform;
    const data = Float32Array.from(numbers(seed, width * height), (value) => value - 0.5);
    const energy = Math.sqrt(data.reduce((sum, value) => sum + value * value, 0));
    const out = new Float32Array(values.length);
    evaluateFourier(pictureSpectrum({ width, height, data }).fourier, Float32Array.from(frequencies), out);
    for (let i = 0; i < out.length; i++)
      expect(Math.abs((out[i] as number) - (values[i] as number)) / energy).toBeLessThan(1e-3);
  });

  test('a frequency and its negative give conjugate values, and what lies outside gives 0', () => {
    const data = Float32Array.from(numbers(9, 60 * 50), (value) => value - 0.5);
    const out = new Float32Array(6);
    evaluateFourier(
      pictureSpectrum({ width: 60, height: 50, data }).fourier,
      Float32Array.of(0.11, -0.2, -0.11, 0.2, 0.48, 0.1),
      out,
    );
    expect(out[2]).toBe(out[0]);
    expect(out[3]).toBe(-(out[1] as number));
    expect([out[4], out[5]]).toEqual([0, 0]);
  });

  test('grids are powers of two that oversample by at least 1.25', () => {
    for (const length of [1, 64, 409, 410, 481, 816, 819]) {
      const grid = gridLengthFor(length);
      expect(Number.isInteger(Math.log2(grid))).toBe(true);
      expect(grid).toBeGreaterThanOrEqual(1.25 * length);
    }
    expect(gridLengthFor(819)).toBe(1024);
  });
});
