import { expect, test } from 'vitest';
import { addSplineMap, fitSplineMap, leftBy, withMap } from '../../../src/tamper/alignment/splineMap.ts';
import type { Displacement } from '../../../src/tamper/alignment/windowDisplacements.ts';

const SIZE = { width: 240, height: 160 };
const swaying = (x: number, y: number): Displacement => ({
  x,
  y,
  dx: 3 * Math.sin(y / 18),
  dy: 0.01 * x,
});
const list = Array.from({ length: 18 * 12 }, (_, k) => swaying(15 + 12 * (k % 18), 15 + 12 * Math.floor(k / 18)));
const largest = (values: Float32Array): number => values.reduce((most, value) => Math.max(most, value), 0);

test('a map follows displacements that sway, and is the same for every pixel', () => {
  const map = fitSplineMap(list, SIZE);
  expect(largest(leftBy(map, list, SIZE))).toBeLessThan(0.3);
  const [dx, dy] = [new Float32Array(240 * 160), new Float32Array(240 * 160)];
  addSplineMap(map, SIZE, dx, dy);
  const nothing = [{ x: 111, y: 63, dx: 0, dy: 0 }];
  const at = withMap(map, nothing, SIZE)[0] as Displacement;
  expect(dx[63 * 240 + 111]).toBeCloseTo(at.dx, 5);
  expect(dy[63 * 240 + 111]).toBeCloseTo(at.dy, 5);
});

test('places between that it was not fitted to are told, and beyond the last it goes straight on', () => {
  const map = fitSplineMap(
    list.filter((_, k) => k % 2 === 0),
    SIZE,
  );
  expect(largest(leftBy(map, list, SIZE))).toBeLessThan(0.75);
  const plain = Array.from({ length: 100 }, (_, k) => {
    const [x, y] = [60 + 12 * (k % 10), 30 + 10 * Math.floor(k / 10)];
    return { x, y, dx: 0.02 * x, dy: -0.03 * y };
  });
  const rim = [{ x: 2, y: 2, dx: 0.04, dy: -0.06 }];
  expect(largest(leftBy(fitSplineMap(plain, SIZE), rim, SIZE))).toBeLessThan(0.1);
});

test('a window that went astray does not pull those around it', () => {
  const astray = list.map((one, k) => (k === 100 ? { ...one, dx: one.dx + 5 } : one));
  const left = leftBy(fitSplineMap(astray, SIZE), astray, SIZE);
  expect(left[100]).toBeGreaterThan(3.5);
  expect(largest(left.filter((_, k) => k !== 100))).toBeLessThan(1);
});
