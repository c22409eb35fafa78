import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { plane } from '../../src/raster.ts';
import { bestSet } from '../../src/signal/totalVariation.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const SIDE = 32;

/** `inside` in a square of 12 cells, -1 elsewhere. */
function square(inside: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return x >= 8 && x < 20 && y >= 8 && y < 20 ? inside : -1;
  });
}

const sum = (set: Uint8Array): number => set.reduce((total, value) => total + value, 0);

describe('bestSet', () => {
  test('a square of positive values is found whole, but for its corners', () => {
    const set = bestSet(plane(SIDE, SIDE, square(1)), 0.5);
    const truth = square(1).map((value) => (value > 0 ? 1 : 0));
    expect(set.reduce((wrong, value, i) => wrong + Math.abs(value - (truth[i] as number)), 0)).toBeLessThanOrEqual(8);
  });

  test('a border that costs more than the inside brings is not drawn', () => {
    // 144 cells of 0.1 against a border of 48 cells.
    expect(sum(bestSet(plane(SIDE, SIDE, square(0.1)), 0.5))).toBe(0);
    expect(sum(bestSet(plane(SIDE, SIDE, square(0.1)), 0.05))).toBeGreaterThan(120);
  });

  test('noise of mean below zero has no set, and a single strange cell none either', () => {
    const noise = Float32Array.from(numbers(5, SIDE * SIDE), (value) => 2 * value - 1.3);
    expect(sum(bestSet(plane(SIDE, SIDE, noise), 1))).toBe(0);
    const one = square(-1);
    one[200] = 3;
    expect(sum(bestSet(plane(SIDE, SIDE, one), 1))).toBe(0);
  });

  for (const [width, height] of [
    [1, 1],
    [1, 9],
    [9, 1],
    [5, 4],
    [33, 21],
  ] as const)
    test(`of ${width} x ${height} cells is the same set with and without kernels`, () => {
      const values = plane(
        width,
        height,
        Float32Array.from(numbers(6, width * height), (value) => 3 * value - 1.2),
      );
      const scalar = withoutKernels(() => bestSet(values, 0.4));
      expect(bestSet(values, 0.4)).toEqual(scalar);
      expect(width * height < 9 || sum(scalar) > 0).toBe(true);
    });
});
