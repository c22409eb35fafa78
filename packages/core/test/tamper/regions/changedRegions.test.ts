import { expect, test, vi } from 'vitest';
import type { LocalDifference } from '../../../src/tamper/cues/localDifference.ts';
import { changedRegions } from '../../../src/tamper/regions/changedRegions.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const CELLS = { width: 160, height: 120 };
const WORKING = { width: 320, height: 240 };
const COUNT = CELLS.width * CELLS.height;

/** Ratios up to `calm` everywhere, and `inside` in a window of 3 % of the cells. */
function difference(calm: number, inside: number): LocalDifference {
  const uniform = seededUniform(8);
  const isInside = (i: number): boolean => {
    const [x, y] = [i % CELLS.width, Math.floor(i / CELLS.width)];
    return x >= 60 && x < 84 && y >= 40 && y < 64;
  };
  return {
    ...CELLS,
    valid: new Uint8Array(COUNT).fill(1),
    ratio: Float32Array.from({ length: COUNT }, (_, i) => (isInside(i) ? inside : calm * uniform())),
    textured: new Uint8Array(COUNT),
    bad: new Uint8Array(COUNT),
    noise: 1,
    evidence: () => new Float32Array(WORKING.width * WORKING.height).fill(20),
    windows: { strength: 0, marked: () => new Float32Array(COUNT) },
    lost: { strength: 0, marked: new Float32Array(COUNT) },
  };
}

test('in a calm picture a region is measured by itself', () => {
  const { changeStrength, backgroundChange, regions } = changedRegions(difference(1, 3), WORKING, WORKING);
  expect(backgroundChange).toBe(1);
  expect(changeStrength).toBeCloseTo(3 / 2.34, 1);
  expect(regions).toHaveLength(1);
});

test('where the rest differs too, a region has to stand out against it', () => {
  const { changeStrength, backgroundChange, regions, largestRegionFraction } = changedRegions(
    difference(2.2, 3),
    WORKING,
    WORKING,
  );
  // The upper fiftieth of what is spread evenly up to 2.2 begins at 2.156.
  expect(backgroundChange).toBeCloseTo(2.156 / 1.25, 1);
  expect(changeStrength).toBeCloseTo(3 / 2.34 / (2.156 / 1.25), 1);
  expect([regions.length, largestRegionFraction]).toEqual([0, 0]);
  expect(changedRegions(difference(2.2, 9), WORKING, WORKING).regions).toHaveLength(1);
});

test('where hardly anything is left around it, a region is measured by itself', () => {
  const whole = difference(3, 3);
  const most = { ...whole, ratio: whole.ratio.map((_, i) => (i % CELLS.width < 156 ? 4 : 1)) };
  expect(changedRegions(most, WORKING, WORKING).backgroundChange).toBe(1);
});

test('where nothing counts, the region that would first is told as doubtful, and none where nothing comes near', () => {
  const { regions, doubtful, changeStrength } = changedRegions(difference(1, 2), WORKING, WORKING);
  expect(regions).toEqual([]);
  expect(changeStrength).toBeCloseTo(2 / 2.34, 1);
  expect(doubtful?.regions).toHaveLength(1);
  expect(doubtful?.largestRegionFraction).toBeGreaterThan(0.02);
  expect(doubtful?.changeStrength).toBe(changeStrength);
  expect(changedRegions(difference(1, 1), WORKING, WORKING).doubtful).toBeNull();
  expect(changedRegions(difference(1, 3), WORKING, WORKING).doubtful).toBeNull();
});

test('what the windows mark is asked for only where nothing stands out by itself', () => {
  const marked = vi.fn(() => new Float32Array(COUNT).map((_, i) => (i % CELLS.width < 40 ? 1.5 : 0)));
  const windows = { strength: 1.5, marked };
  expect(changedRegions({ ...difference(1, 3), windows }, WORKING, WORKING).regions).toHaveLength(1);
  expect(changedRegions({ ...difference(2.2, 9), windows }, WORKING, WORKING).regions).toHaveLength(1);
  expect(marked).not.toHaveBeenCalled();
  const { regions, changeStrength } = changedRegions({ ...difference(1, 1), windows }, WORKING, WORKING);
  expect([regions.length, changeStrength]).toEqual([1, 1.5]);
  expect(marked).toHaveBeenCalledOnce();
});
