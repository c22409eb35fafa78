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

describe('quality metrics', () => {
  test('PSNR and SSIM agree with NumPy and OpenCV', () => {
    expect(psnr(grey(original), grey(changed))).toBeCloseTo(psnrExpected, 5);
    expect(ssim(grey(original), grey(changed))).toBeCloseTo(ssimExpected, 4);
  });

  test('alpha does not count, depth does not matter', () => {
    const deep = (values: readonly number[], alpha: number): Raster => ({
      ...grey([]),
      channels: 2,
      depth: 16,
      data: Uint16Array.from(values.flatMap((value) => [257 * value, alpha])),
    });
    expect(psnr(deep(original, 0), deep(changed, 65535))).toBeCloseTo(psnrExpected, 5);
  });

  test('equal pictures have SSIM 1 and the largest PSNR that is reported', () => {
    expect(psnr(grey(original), grey(original))).toBe(PSNR_IDENTICAL_DB);
    expect(ssim(grey(original), grey(original))).toBeCloseTo(1, 6);
  });

  test('the estimate for a large picture is near the complete SSIM', () => {
    const side = 1100;
    const noise = numbers(1, 2 * side * side);
    const make = (from: number, level: number): Float32Array =>
      Float32Array.from({ length: side * side }, (_, i) => {
        const wave = 128 + 50 * Math.sin(i / 37) * Math.cos(Math.floor(i / side) / 23);
        return wave + level * ((noise[from + i] as number) - 0.5);
      });
    const a = { width: side, height: side, data: make(0, 30) };
    const b = { width: side, height: side, data: make(side * side, 30) };
    expect(Math.abs(estimateSsim(a, b) - ssimOfPlanes(a, b))).toBeLessThan(0.01);
  });

  test('refuses pictures of different shape', () => {
    expect(() => psnr(grey(original), { ...grey(original), channels: 3 })).toThrow(RangeError);
  });
});
