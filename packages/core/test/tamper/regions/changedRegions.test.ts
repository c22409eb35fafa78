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

/** `count` squares of `side` cells that stand far apart, of the ratio `inside`, in a calm picture; their texture is another. */
function manySmall(count: number, side: number, inside: number): LocalDifference {
  const isIn = (i: number): boolean => {
    const [x, y] = [i % CELLS.width, Math.floor(i / CELLS.width)];
    return x % 26 < side && y % 26 < side && 6 * Math.floor(y / 26) + Math.floor(x / 26) < count && x < 6 * 26;
  };
  const calm = difference(1, 1);
  const ratio = calm.ratio.map((other, i) => (isIn(i) ? inside : Math.min(other, 0.9)));
  return { ...calm, ratio, bad: calm.bad.map((_, i) => (isIn(i) ? 1 : 0)) };
}

test('regions that are too small each count together, all of them, and raise no threshold against one another', () => {
  // Of 19,200 cells 49 are 0.26 %: fifteen take 3.8 %, less 0.03 % each.
  const { changeStrength, backgroundChange, regions } = changedRegions(manySmall(15, 7, 3.75), WORKING, WORKING);
  expect(changeStrength).toBeCloseTo(3.75 / 3.41, 1);
  expect(backgroundChange).toBe(1);
  expect(regions).toHaveLength(15);
});

test('one of them does not, nor many that chance may have left, nor those that show what was there', () => {
  expect(changedRegions(manySmall(1, 7, 3.75), WORKING, WORKING).changeStrength).toBeLessThan(1);
  // Nine cells are 0.047 %: 20 of them leave 0.34 %.
  expect(changedRegions(manySmall(20, 3, 3.75), WORKING, WORKING).changeStrength).toBeLessThan(1);
  const same = { ...manySmall(15, 7, 3.75), bad: new Uint8Array(COUNT) };
  expect(changedRegions(same, WORKING, WORKING).changeStrength).toBeLessThan(1);
});

test('nor what lies beside something that was laid over the picture: its edges leave many', () => {
  // A strip of letters along each row of squares, none of which reaches beyond twelve pixels from it.
  const overlay = Uint8Array.from({ length: WORKING.width * WORKING.height }, (_, i) =>
    Math.floor(i / WORKING.width) % 52 >= 12 && Math.floor(i / WORKING.width) % 52 < 20 ? 1 : 0,
  );
  const beside = changedRegions(manySmall(15, 7, 3.75), WORKING, WORKING, overlay);
  expect(beside.changeStrength).toBeLessThan(1);
  expect(beside.regions).toEqual([]);
  const farOff = overlay.map((_, i) => (Math.floor(i / WORKING.width) >= 236 ? 1 : 0));
  expect(changedRegions(manySmall(15, 7, 3.75), WORKING, WORKING, farOff).changeStrength).toBeGreaterThan(1);
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
