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

test('the highest step is that of the highest threshold that leaves a region large enough', () => {
  assert(
    property(levels, integer({ min: 0, max: 40 }), (of, areaMin) => {
      const values = valuesOf(of);
      let expected = 0;
      for (let k = 1; k < STEPS; k++) {
        const mask = Uint8Array.from(values, (value) => (value >= k * STEP ? 1 : 0));
        const [largest] = connectedRegions(mask, SIZE.width, SIZE.height, values);
        if ((largest?.area ?? 0) > areaMin) expected = k;
      }
      expect(highestStep(values, SIZE, STEP, STEPS, areaMin)).toBe(expected);
    }),
  );
});
