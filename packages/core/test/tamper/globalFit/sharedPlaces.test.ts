import { expect, test } from 'vitest';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { sharedPlaces } from '../../../src/tamper/globalFit/sharedPlaces.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const SIZE = { width: 160, height: 120 };
const COUNT = SIZE.width * SIZE.height;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);

type Change = (value: number, x: number, y: number, i: number) => number;

function scene(seed: number, change: Change = (value) => value): ColourPlanes {
  const { data } = deadLeaves(SIZE.width, SIZE.height, seed, 600);
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: COUNT }, (_, i) =>
      change(data[3 * i + c] as number, i % SIZE.width, Math.floor(i / SIZE.width), i),
    );
  return { ...SIZE, channels: [plane(0), plane(1), plane(2)] };
}

const STORED = scene(3);
const OTHER = scene(9).channels[0];
const isReplaced = (x: number, y: number): boolean => x >= 50 && x < 100 && y >= 40 && y < 80;
const meanIn = (mask: Uint8Array, isCounted: (x: number, y: number) => boolean): number => {
  let [sum, count] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    if (!isCounted(i % SIZE.width, Math.floor(i / SIZE.width))) continue;
    sum += mask[i] as number;
    count++;
  }
  return sum / count;
};

test.each<[string, Change]>([
  ['as it was', (value) => value],
  ['turned round', (value) => 255 - value],
  ['much flatter', (value) => 100 + 0.3 * value],
])('a picture %s is shared everywhere', (_how, change) => {
  expect(meanIn(sharedPlaces(scene(3, change), STORED, EVERYWHERE), () => true)).toBeGreaterThan(0.99);
});

test('of what was replaced half is left out, what correlates by chance stays, and of the rest all', () => {
  const query = scene(3, (value, x, y, i) => (isReplaced(x, y) ? (OTHER[i] as number) : value));
  const shared = sharedPlaces(query, STORED, EVERYWHERE);
  expect(meanIn(shared, isReplaced)).toBeLessThan(0.5);
  expect(meanIn(shared, (x, y) => x < 30 || x > 120 || y < 20 || y > 100)).toBe(1);
});

test('of another picture nothing is said', () => {
  expect(sharedPlaces(scene(9), STORED, EVERYWHERE)).toBe(EVERYWHERE);
});

test('nothing is shared beyond the overlap', () => {
  const half = EVERYWHERE.map((_, i) => (i % SIZE.width < 80 ? 1 : 0));
  expect(meanIn(sharedPlaces(STORED, STORED, half), (x) => x >= 80)).toBe(0);
});
