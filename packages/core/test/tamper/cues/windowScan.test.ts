import { describe, expect, test } from 'vitest';
import { scanWindows, windowMeans } from '../../../src/tamper/cues/windowScan.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 100, height: 80 };
const COUNT = SIZE.width * SIZE.height;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);
const THRESHOLDS = { means: [0.9, 0.7, 0.5, 0.4], min: -2, max: 6 } as const;
const isEdited = (i: number): boolean => {
  const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
  return x >= 40 && x < 52 && y >= 30 && y < 42;
};

/** Noise of deviation 1 about 0, and `lift` more inside the edited 1.8 %. */
function cueOf(lift: number): Float32Array {
  const uniform = seededUniform(12);
  return Float32Array.from({ length: COUNT }, (_, i) => Math.sqrt(12) * (uniform() - 0.5) + (isEdited(i) ? lift : 0));
}

describe('a scan over windows', () => {
  test('finds a lift that no single place shows, and where it is', () => {
    const cue = cueOf(1);
    const outside = Math.max(...cue.filter((_, i) => !isEdited(i)));
    const inside = cue.filter((_, i) => isEdited(i));
    expect(inside.filter((value) => value > outside).length).toBeLessThan(inside.length / 3);
    const { strength, marked } = scanWindows(cue, EVERYWHERE, SIZE, THRESHOLDS);
    expect(strength).toBeGreaterThan(1);
    const places = [...marked().keys()].filter((i) => marked()[i]! > 0);
    const isNear = (i: number): boolean =>
      Math.abs((i % SIZE.width) - 46) < 16 && Math.abs(Math.floor(i / SIZE.width) - 36) < 16;
    expect(places.every(isNear)).toBe(true);
    expect(places.filter(isEdited).length).toBeGreaterThan(0.5 * inside.length);
  });

  test('a cell has the mark of the strongest window that counts and holds it', () => {
    const cue = cueOf(1.5);
    const bounds = { ...THRESHOLDS, means: [0.9, 1e9, 1e9, 1e9] } as const;
    const { marked } = scanWindows(cue, EVERYWHERE, SIZE, bounds);
    const { side, means } = windowMeans(cue, EVERYWHERE, SIZE, 0.003, bounds);
    const belongs = cue.map((value) => (value >= 0.45 ? 1 : 0));
    const filled = windowMeans(belongs, EVERYWHERE, SIZE, 0.003, { min: 0, max: 1 }).means;
    const best = means.indexOf(Math.max(...means));
    const expected = new Float32Array(COUNT);
    for (const [at, mean] of means.entries()) {
      if (mean < 0.9 || (filled[at]! < 0.6 && at !== best)) continue;
      for (let k = 0; k < side * side; k++) {
        const i = at + Math.floor(k / side) * SIZE.width + (k % side);
        if (belongs[i] === 1) expected[i] = Math.max(expected[i]!, mean / 0.9);
      }
    }
    expect(expected.filter((value) => value > 0).length).toBeGreaterThan(50);
    expect(marked()).toEqual(expected);
  });

  test('marks nothing and stays below 1 where there is only noise', () => {
    const { strength, marked } = scanWindows(cueOf(0), EVERYWHERE, SIZE, THRESHOLDS);
    expect(strength).toBeLessThan(1);
    expect(marked().every((value) => value === 0)).toBe(true);
  });

  test('grows with the cue', () => {
    const strengths = [0.5, 1, 2].map((lift) => scanWindows(cueOf(lift), EVERYWHERE, SIZE, THRESHOLDS).strength);
    expect(strengths[1]).toBeGreaterThan(strengths[0]!);
    expect(strengths[2]).toBeGreaterThan(strengths[1]!);
  });

  test('does not look where nothing can be judged', () => {
    const elsewhere = EVERYWHERE.map((_, i) => (isEdited(i) ? 0 : 1));
    expect(scanWindows(cueOf(5), elsewhere, SIZE, THRESHOLDS).strength).toBeLessThan(1);
    expect(scanWindows(cueOf(5), new Uint8Array(COUNT), SIZE, THRESHOLDS).strength).toBe(0);
  });

  test('no single place speaks for a window', () => {
    const cue = new Float32Array(COUNT);
    cue[40 * SIZE.width + 40] = 1e6;
    expect(scanWindows(cue, EVERYWHERE, SIZE, THRESHOLDS).strength).toBeLessThan(1);
  });

  test('means are those of the windows', () => {
    const cue = cueOf(1);
    const { side, means } = windowMeans(cue, EVERYWHERE, SIZE, 0.006, { min: -9, max: 9 });
    expect(side).toBe(Math.round(Math.sqrt(0.006 * COUNT)));
    let sum = 0;
    for (let y = 20; y < 20 + side; y++) for (let x = 30; x < 30 + side; x++) sum += cue[y * SIZE.width + x]!;
    expect(means[20 * SIZE.width + 30]).toBeCloseTo(sum / side ** 2, 5);
    expect(means[20 * SIZE.width + SIZE.width - 1]).toBe(Number.NEGATIVE_INFINITY);
  });
});
