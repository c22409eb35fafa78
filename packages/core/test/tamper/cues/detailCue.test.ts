import { describe, expect, test } from 'vitest';
import { luma, type Plane } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { detailCue } from '../../../src/tamper/cues/detailCue.ts';
import { halfSize } from '../../../src/tamper/cues/localStatistics.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const WIDTH = 240;
const HEIGHT = 180;
const uniform = seededUniform(21);
/** Leaves with a texture of some levels on them: an edit of plain leaves would show nothing. */
const REFERENCE: Plane = (() => {
  const leaves = luma(deadLeaves(WIDTH, HEIGHT, 4, 300));
  const white = Float32Array.from({ length: WIDTH * HEIGHT }, () => uniform() - 0.5);
  const texture = gaussianBlur({ width: WIDTH, height: HEIGHT, data: white }, 1.2).data;
  return { ...leaves, data: leaves.data.map((value, i) => value + 150 * texture[i]!) };
})();
const HALF = halfSize(REFERENCE);
const INSIDE = new Uint8Array(WIDTH * HEIGHT).fill(1);
const VALID = new Uint8Array(HALF.width * HALF.height).fill(1);
const UNCHANGED = new Float32Array(VALID.length).fill(1);
/** 24 x 18 px: one percent. */
const isEdited = (x: number, y: number): boolean => x >= 100 && x < 124 && y >= 80 && y < 98;

const mapped = (change: (value: number, i: number) => number): Plane => ({
  ...REFERENCE,
  data: REFERENCE.data.map(change),
});
const noise = Float32Array.from({ length: WIDTH * HEIGHT }, () => 6 * (uniform() - 0.5));

function meansOf(query: Plane, toneShift = 0): { inside: number; outside: number } {
  const cue = detailCue(query, REFERENCE, INSIDE, VALID, UNCHANGED, toneShift);
  const sums = [0, 0, 0, 0] as [number, number, number, number];
  cue.forEach((value, i) => {
    const edited = isEdited(2 * (i % HALF.width), 2 * Math.floor(i / HALF.width)) ? 1 : 0;
    sums[edited] += value;
    sums[(2 + edited) as 2 | 3]++;
  });
  return { inside: sums[1] / sums[3], outside: sums[0] / sums[2] };
}

describe('lost or foreign detail', () => {
  const soft = gaussianBlur(REFERENCE, 3).data;
  const within = (i: number): boolean => isEdited(i % WIDTH, Math.floor(i / WIDTH));

  test('a blurred area stands out', () => {
    const { inside, outside } = meansOf(mapped((value, i) => (within(i) ? soft[i]! : value) + noise[i]!));
    expect(inside - outside).toBeGreaterThan(2);
  });

  test('other detail of the same strength stands out', () => {
    const { inside, outside } = meansOf(
      mapped((value, i) => (within(i) ? REFERENCE.data[i + 40 * WIDTH]! : value) + noise[i]!),
    );
    expect(inside - outside).toBeGreaterThan(2);
  });

  test('a blur of the whole picture does not', () => {
    const blurred = gaussianBlur(REFERENCE, 1.5).data;
    const { inside, outside } = meansOf(mapped((_, i) => blurred[i]! + noise[i]!));
    expect(Math.abs(inside - outside)).toBeLessThan(1);
  });

  test('noise alone does not', () => {
    const { inside, outside } = meansOf(mapped((value, i) => value + noise[i]!));
    expect(Math.abs(inside - outside)).toBeLessThan(1);
  });

  test('the farther the tone was changed, the more is laid to its fit', () => {
    const query = mapped((value, i) => (within(i) ? value + 0.4 * (soft[i]! - value) : value) + noise[i]! / 6);
    expect(meansOf(query, 40).inside).toBeLessThan(meansOf(query, 0).inside);
  });

  test('a flat picture gives finite numbers', () => {
    const flat = mapped(() => 90);
    expect(detailCue(flat, flat, INSIDE, VALID, UNCHANGED, 0).every(Number.isFinite)).toBe(true);
  });
});
