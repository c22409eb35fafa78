import { describe, expect, test } from 'vitest';
import type { Plane } from '../../src/raster.ts';
import { ssimOfPlanes } from '../../src/signal/metrics.ts';

function pattern(width: number, height: number, phase: number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 128 + 60 * Math.sin(x / 5 + phase) * Math.cos(y / 4) + ((i * 7919 + phase * 31) % 17);
  });
  return { width, height, data };
}

/** Wang et al. 2004, eq. (13), with an 11 x 11 Gaussian of sigma 1.5 laid at every place where it fits. */
function ssimByDefinition(a: Plane, b: Plane): number {
  const window = Array.from({ length: 11 }, (_, i) => Math.exp(-((i - 5) ** 2) / (2 * 1.5 ** 2)));
  const total = window.reduce((sum, weight) => sum + weight, 0) ** 2;
  let sum = 0;
  for (let y = 5; y < a.height - 5; y++)
    for (let x = 5; x < a.width - 5; x++) {
      let [ma, mb, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let j = 0; j < 11; j++)
        for (let i = 0; i < 11; i++) {
          const weight = ((window[i] as number) * (window[j] as number)) / total;
          const p = (y + j - 5) * a.width + x + i - 5;
          const [va, vb] = [a.data[p] as number, b.data[p] as number];
          ma += weight * va;
          mb += weight * vb;
          aa += weight * va * va;
          bb += weight * vb * vb;
          ab += weight * va * vb;
        }
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
      const structure = (2 * (ab - ma * mb) + c2) / (aa - ma * ma + bb - mb * mb + c2);
      sum += (structure * (2 * ma * mb + c1)) / (ma * ma + mb * mb + c1);
    }
  return sum / ((a.width - 10) * (a.height - 10));
}

describe('ssimOfPlanes', () => {
  // 74 rows are one band of 64 and its margins; the other heights end inside, at and just behind a band.
  for (const height of [11, 73, 74, 75, 138, 150])
    test(`is the mean of the definition, ${height} rows`, () => {
      const [a, b] = [pattern(23, height, 0), pattern(23, height, 1)];
      expect(ssimOfPlanes(a, b)).toBeCloseTo(ssimByDefinition(a, b), 4);
    });

  test('is 1 for equal planes, whatever their size', () => {
    for (const [width, height] of [
      [1, 1],
      [5, 90],
      [90, 5],
      [40, 200],
    ] as const)
      expect(ssimOfPlanes(pattern(width, height, 2), pattern(width, height, 2))).toBeCloseTo(1, 6);
  });
});
