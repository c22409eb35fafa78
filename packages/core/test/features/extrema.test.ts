import { findExtrema } from '@assay/core/features/extrema';
import { buildScaleSpace } from '@assay/core/features/scaleSpace';
import { luma, type Plane, plane } from '@assay/core/raster';
import { expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { deadLeaves } from '../pictures/deadLeaves.ts';

function blob(width: number, height: number, x0: number, y0: number, sigma: number, sign: number): Plane {
  const out = plane(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      out.data[i] = 128 + sign * 100 * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * sigma ** 2));
  return out;
}

test.each([
  ['light', 1],
  ['dark', -1],
])('a %s blob is one extremum at its place', (_, sign) => {
  const octave = buildScaleSpace(blob(61, 47, 30.3, 22.6, 2.4, sign), false).octaves[0]!;
  const [only, ...rest] = findExtrema(octave, 0);
  expect(rest).toEqual([]);
  expect(only!.x).toBeCloseTo(30.3, 1);
  expect(only!.y).toBeCloseTo(22.6, 1);
});

test('the kernel finds what the loops find, at widths that are no multiples of four too', () => {
  for (const [width, height] of [
    [160, 120],
    [97, 51],
    [30, 90],
    [11, 11],
  ] as const) {
    const { octaves } = buildScaleSpace(luma(deadLeaves(width, height, width, 200)), false);
    for (const [index, octave] of octaves.entries()) {
      const found = findExtrema(octave, index);
      expect(found).toEqual(withoutKernels(() => findExtrema(octave, index)));
      if (width === 160 && index === 0) expect(found.length).toBeGreaterThan(20);
    }
  }
});

test('a flat picture has none', () => {
  const { octaves } = buildScaleSpace(plane(40, 40), false);
  for (const run of [<T>(work: () => T): T => work(), withoutKernels])
    expect(run(() => findExtrema(octaves[0]!, 0))).toEqual([]);
});
