import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { highestStep, openedValues } from '../../../src/tamper/regions/areaLevels.ts';
import { connectedRegions, open } from '../../../src/tamper/regions/morphology.ts';

const SIZE = { width: 11, height: 9 };
const COUNT = SIZE.width * SIZE.height;
const STEPS = 16;
const STEP = 0.3;
/** A few levels, so that equal ones touch, just below and at the steps. */
const levels = array(integer({ min: 0, max: 9 }), { minLength: COUNT, maxLength: COUNT });
const valuesOf = (of: readonly number[]): Float32Array =>
  Float32Array.from(of, (level) => 0.55 * level + (level % 2 ? 0.05 : 0));

test('opened values are those that an opening of every threshold keeps', () => {
  assert(
    property(levels, integer({ min: 1, max: 9 }), (of, level) => {
      const values = valuesOf(of);
      const threshold = valuesOf([level])[0]!;
      const mask = Uint8Array.from(values, (value) => (value >= threshold ? 1 : 0));
      const opened = Uint8Array.from(openedValues(values, SIZE), (value) => (value >= threshold ? 1 : 0));
      expect(opened).toEqual(open(mask, SIZE.width, SIZE.height, 1));
    }),
  );
});

/** The areas of the regions that the k-th threshold leaves, the largest first. */
function areasAt(values: Float32Array, k: number): readonly number[] {
  const mask = Uint8Array.from(values, (value) => (value >= k * STEP ? 1 : 0));
  return connectedRegions(mask, SIZE.width, SIZE.height, values).map(({ area }) => area);
}

const highestOf = (values: Float32Array, isLarge: (areas: readonly number[]) => boolean): number =>
  Array.from({ length: STEPS }, (_, k) => k).reduce((best, k) => (k > 0 && isLarge(areasAt(values, k)) ? k : best), 0);

test('the highest step is that of the highest threshold that leaves a region large enough', () => {
  assert(
    property(levels, integer({ min: 0, max: 40 }), (of, one) => {
      const values = valuesOf(of);
      const expected = highestOf(values, (areas) => (areas[0] ?? 0) > one);
      expect(highestStep(values, SIZE, STEP, STEPS, { one })).toBe(expected);
    }),
  );
});

test('or the highest that leaves enough of all regions together, each charged its part', () => {
  assert(
    property(levels, integer({ min: 0, max: 40 }), integer({ min: 0, max: 5 }), (of, total, each) => {
      const values = valuesOf(of);
      const beyond = (areas: readonly number[]): number =>
        areas.reduce((sum, area) => sum + Math.max(0, area - each), 0);
      const expected = highestOf(values, (areas) => (areas[0] ?? 0) > 20 || beyond(areas) > total);
      expect(highestStep(values, SIZE, STEP, STEPS, { one: 20, all: { total, each } })).toBe(expected);
    }),
  );
});
