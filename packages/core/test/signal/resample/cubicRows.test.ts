import { expect, test } from 'vitest';
import { plane } from '../../../src/raster.ts';
import { quantisationSteps, quantiseBlocks } from '../../../src/signal/blockQuantisation.ts';
import { cubicRows } from '../../../src/signal/resample/cubicRows.ts';
import { wholePlane } from '../../../src/signal/rowSource.ts';

const ramp = plane(
  12,
  9,
  Float32Array.from({ length: 108 }, (_, i) => 3 * (i % 12) - 2 * Math.floor(i / 12)),
);

test('cubic enlargement keeps straight slopes between the borders', () => {
  const [width, height] = [36, 27];
  const out = wholePlane(cubicRows(ramp, width, height));
  for (let y = 8; y < height - 8; y++)
    for (let x = 8; x < width - 8; x++)
      expect(out.data[y * width + x]).toBeCloseTo(3 * ((x + 0.5) / 3 - 0.5) - 2 * ((y + 0.5) / 3 - 0.5), 4);
});

test('at the same size cubic rows are the input, times the scale', () => {
  expect(Array.from(wholePlane(cubicRows(ramp, 12, 9, 2)).data)).toEqual(Array.from(ramp.data, (value) => 2 * value));
});

test('the steps are those of the standard at quality 50, and 1 at 100', () => {
  expect(Array.from(quantisationSteps(50).slice(0, 8))).toEqual([16, 11, 10, 16, 24, 40, 51, 61]);
  expect(new Set(quantisationSteps(100))).toEqual(new Set([1]));
});

test('quantised blocks keep flat areas, round means to the step, and lose more at lower quality', () => {
  const flat = plane(16, 16, new Float32Array(256).fill(128));
  expect(quantiseBlocks(flat, 50).data).toEqual(flat.data);
  // The mean of a block moves in steps of 16 / 8 levels.
  const lighter = quantiseBlocks(plane(8, 8, new Float32Array(64).fill(131.2)), 50);
  expect(new Set(lighter.data)).toEqual(new Set([132]));
  const busy = plane(
    20,
    20,
    Float32Array.from({ length: 400 }, (_, i) => (i * 73) % 251),
  );
  const error = (quality: number) =>
    quantiseBlocks(busy, quality).data.reduce((sum, value, i) => sum + (value - (busy.data[i] as number)) ** 2, 0);
  expect(error(20)).toBeGreaterThan(error(60));
  expect(Math.sqrt(error(100) / 400)).toBeLessThan(1);
});
