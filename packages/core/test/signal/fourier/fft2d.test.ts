import { describe, expect, test } from 'vitest';
import { fft2d } from '../../../src/signal/fourier/fft2d.ts';
import { largestDifference, numbers, VECTORS } from '../../vectors/watermarkVectors.ts';

describe('fft2d', () => {
  test('agrees with SciPy', () => {
    const { width, height, input, output } = VECTORS.fft2d;
    const data = Float32Array.from(input);
    fft2d({ width, height, data });
    expect(largestDifference(data, output)).toBeLessThan(1e-5);
  });

  test('rows declared zero are skipped without changing the result', () => {
    const width = 32;
    const height = 64;
    const isZero = (y: number): boolean => y >= 10 && y < 40;
    const samples = numbers(3, 2 * width * height);
    const input = Float32Array.from(samples, (value, i) => (isZero(Math.floor(i / 2 / width)) ? 0 : value - 0.5));
    const complete = { width, height, data: input.slice() };
    const skipping = { width, height, data: input.slice() };
    fft2d(complete);
    fft2d(skipping, isZero);
    expect(skipping.data).toEqual(complete.data);
  });

  test('refuses a side that is no power of two', () => {
    expect(() => fft2d({ width: 12, height: 16, data: new Float32Array(2 * 12 * 16) })).toThrow('power of two');
  });
});
