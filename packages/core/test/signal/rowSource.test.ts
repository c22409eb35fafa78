import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { luma, plane, type Raster } from '../../src/raster.ts';
import { reducePlane, reduceRows } from '../../src/signal/resample/resize.ts';
import { clampedSum, cutOutRows, rowsOf, sumOfRows, wholePlane } from '../../src/signal/rowSource.ts';
import { largestDifference, numbers } from '../vectors/watermarkVectors.ts';

function raster(channels: Raster['channels'], depth: 8 | 16): Raster {
  const samples = numbers(9, 30 * 20 * channels);
  const data = depth === 8 ? Uint8Array.from(samples, (v) => 255 * v) : Uint16Array.from(samples, (v) => 65535 * v);
  return { width: 30, height: 20, channels, depth, data };
}

describe('rows', () => {
  test.each([
    [1, 8],
    [2, 16],
    [3, 8],
    [4, 16],
  ] as const)('of a raster with %d channels of %d bits are its luma', (channels, depth) => {
    const picture = raster(channels, depth);
    const expected = luma(picture).data;
    expect(withoutKernels(() => wholePlane(rowsOf(picture))).data).toEqual(expected);
    // The kernel weighs in single precision.
    expect(largestDifference(wholePlane(rowsOf(picture)).data, expected)).toBeLessThan(1e-4);
  });

  test.each([3, 4] as const)('a rectangle of a raster with %d channels is that part of its luma', (channels) => {
    const rectangle = { left: 7, top: 5, width: 13, height: 9 };
    const expected = cutOutRows(rowsOf(luma(raster(channels, 8))), rectangle).data;
    const found = cutOutRows(rowsOf(raster(channels, 8)), rectangle);
    expect([found.width, found.height]).toEqual([13, 9]);
    expect(largestDifference(found.data, expected)).toBeLessThan(1e-4);
  });

  test('are read from any column on, to any place', () => {
    const whole = luma(raster(3, 8));
    const out = new Float32Array(10).fill(-1);
    rowsOf(raster(3, 8)).read(7, 11, 4, out, 5);
    expect(Array.from(out)).toEqual([-1, -1, -1, -1, -1, ...whole.data.slice(7 * 30 + 11, 7 * 30 + 15), -1]);
    expect(cutOutRows(rowsOf(whole), { left: 3, top: 2, width: 1, height: 1 }).data[0]).toBe(whole.data[63]);
  });

  test('reduce as the whole plane does', () => {
    const whole = luma(raster(3, 8));
    const [rows, plain] = withoutKernels(() => [reduceRows(rowsOf(raster(3, 8)), 13, 7), reducePlane(whole, 13, 7)]);
    expect(rows.data).toEqual(plain.data);
  });

  test('sums stay in [0, 255]', () => {
    const sum = clampedSum(
      rowsOf(plane(3, 1, Float32Array.of(5, 100, 250))),
      rowsOf(plane(3, 1, Float32Array.of(-9, 1, 9))),
    );
    expect(Array.from(wholePlane(sum).data)).toEqual([0, 101, 255]);
    expect(() => clampedSum(rowsOf(plane(3, 1)), rowsOf(plane(1, 3)))).toThrow(RangeError);
  });

  test('changes add up without bounds', () => {
    const sum = sumOfRows(rowsOf(plane(2, 1, Float32Array.of(-5, 250))), rowsOf(plane(2, 1, Float32Array.of(-9, 9))));
    expect(Array.from(wholePlane(sum).data)).toEqual([-14, 259]);
    expect(() => sumOfRows(rowsOf(plane(3, 1)), rowsOf(plane(1, 3)))).toThrow(RangeError);
  });
});
