import { describe, expect, test } from 'vitest';
import type { Plane } from '../../../src/raster.ts';
import { colourCue } from '../../../src/tamper/cues/colourCue.ts';
import { halfSize, localMeanDifference } from '../../../src/tamper/cues/localStatistics.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 120, height: 90 };
const COUNT = SIZE.width * SIZE.height;
const HALF = halfSize(SIZE);
const INSIDE = new Uint8Array(COUNT).fill(1);
const VALID = new Uint8Array(HALF.width * HALF.height).fill(1);
const uniform = seededUniform(5);
const plane = (level: number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: COUNT }, () => level + 2 * (uniform() - 0.5)),
});
const BEFORE: readonly [Plane, Plane] = [plane(-10), plane(20)];
const isEdited = (i: number): boolean =>
  i % SIZE.width >= 50 && i % SIZE.width < 74 && Math.abs(i / COUNT - 0.5) < 0.13;
const shifted = (levels: number): readonly [Plane, Plane] => [
  { ...SIZE, data: BEFORE[0].data.map((value, i) => value + (isEdited(i) ? levels : 0)) },
  { ...SIZE, data: BEFORE[1].data.map((value, i) => value - (isEdited(i) ? levels : 0)) },
];
/** The cue of a picture against the one before. */
function cueOf([cb, cr]: readonly [Plane, Plane], toneShift = 0): Float32Array {
  const mean = (plane: Plane, c: 0 | 1): Float32Array => localMeanDifference(plane, BEFORE[c], INSIDE, 2);
  return colourCue(mean(cb, 0), mean(cr, 1), VALID, toneShift);
}
/** Half-grid cell in the middle of the edit. */
const MIDDLE = (HALF.height >> 1) * HALF.width + 31;

describe('recoloured things', () => {
  test('both chroma planes count together: 6 levels in each are more than 2 thresholds', () => {
    const cue = cueOf(shifted(6));
    expect(cue[MIDDLE]).toBeGreaterThan(3);
    expect(cue[0]).toBeLessThan(0.1);
  });

  test('what a tone fit may be off by is allowed for', () => {
    const cue = cueOf(shifted(6), 30);
    expect(cue[MIDDLE]).toBeLessThan(2);
  });

  test('a recolouring of two thirds of the picture does not hide itself in the spread', () => {
    const isMost = (i: number): boolean => i % SIZE.width < 80;
    const most = BEFORE.map((side) => ({
      ...SIZE,
      data: side.data.map((value, i) => value + (isMost(i) ? 25 : 0)),
    })) as unknown as readonly [Plane, Plane];
    const cue = cueOf(most);
    expect(cue[10]).toBeGreaterThan(8);
    expect(cue[HALF.width - 3]).toBeLessThan(0.5);
  });

  test('what is spread over the whole picture is no edit anywhere', () => {
    const noise = BEFORE.map((side) => ({
      ...SIZE,
      data: side.data.map((value) => value + 60 * (uniform() - 0.5)),
    })) as unknown as readonly [Plane, Plane];
    expect(Math.max(...cueOf(noise))).toBeLessThan(3.5);
  });
});
