import { describe, expect, test } from 'vitest';
import type { Raster } from '../../src/raster.ts';
import { PSNR_IDENTICAL_DB, psnr, ssim, ssimOfPlanes } from '../../src/signal/metrics.ts';
import { estimateSsim } from '../../src/signal/ssimEstimate.ts';
import { numbers, VECTORS } from '../vectors/watermarkVectors.ts';

const { width, height, luma: original, changed, ssim: ssimExpected, psnr: psnrExpected } = VECTORS.picture;
const grey = (values: readonly number[]): Raster => ({
  width,
  height,
  channels: 1,
  depth: 8,
  data: Uint8Array.from(values),
});

const deep = (values: readonly number[], alpha: number): Raster => ({
  ...grey([]),
  channels: 2,
  depth: 16,
  data: Uint16Array.from(values.flatMap((value) => [257 * value, alpha])),
});

describe('quality metrics', () => {
  test('PSNR and SSIM agree with NumPy and OpenCV', () => {
    expect(psnr(grey(original), grey(changed))).toBeCloseTo(psnrExpected, 5);
    expect(ssim(grey(original), grey(changed))).toBeCloseTo(ssimExpected, 4);
  });

  test('alpha does not count, depth does not matter', () => {
    expect(psnr(deep(original, 0), deep(changed, 65535))).toBeCloseTo(psnrExpected, 5);
  });

  test('black against white is 0 dB, also where the sum of squares is far beyond 32 bits', () => {
    const [width, height] = [400, 300];
    const filled = (value: number): Raster => ({
      ...{ width, height, channels: 3, depth: 8 },
      data: new Uint8Array(3 * width * height).fill(value),
    });
    expect(psnr(filled(0), filled(255))).toBeCloseTo(0, 10);
  });

  test('equal pictures have SSIM 1 and the largest PSNR that is reported', () => {
    expect(psnr(grey(original), grey(original))).toBe(PSNR_IDENTICAL_DB);
    expect(ssim(grey(original), grey(original))).toBeCloseTo(1, 6);
  });

  test('the estimate for a large picture is near the complete SSIM', () => {
    const side = 1100;
    const noise = numbers(1, side * side);
    const data = Float32Array.from({ length: side * side }, (_, i) => 128 + 50 * Math.sin(i / 37) * Math.cos(i / 23e3));
    const a = { width: side, height: side, data };
    const b = { ...a, data: data.map((value, i) => value + 12 * ((noise[i] as number) - 0.5)) };
    const complete = ssimOfPlanes(a, b);
    expect(complete).toBeLessThan(0.99);
    expect(Math.abs(estimateSsim(a, b) - complete)).toBeLessThan(0.003);
  });

  test('refuses pictures of different shape', () => {
    expect(() => psnr(grey(original), { ...grey(original), channels: 3 })).toThrow(RangeError);
  });
});
