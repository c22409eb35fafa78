import { luma, type Plane, plane } from '@assay/core/raster';
import { type Homography, IDENTITY } from '@assay/core/registration/homography';
import { normalizedContrast } from '@assay/core/registration/normalizedContrast';
import { agreeingCells, wholePictureHypothesis } from '@assay/core/registration/wholePictureFit';
import { expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const WIDTH = 240;
const HEIGHT = 180;
const SCENE = luma(deadLeaves(WIDTH, HEIGHT, 5, 300));

function made(sample: (x: number, y: number) => number): Plane {
  const out = plane(WIDTH, HEIGHT);
  for (let y = 0, i = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++, i++) out.data[i] = sample(x, y);
  return out;
}
const at = (x: number, y: number): number =>
  SCENE.data[Math.min(HEIGHT - 1, Math.max(0, y)) * WIDTH + Math.min(WIDTH - 1, Math.max(0, x))]!;
const cells = (query: Plane, h: Homography = IDENTITY) =>
  agreeingCells(normalizedContrast(query), normalizedContrast(SCENE), h);

test('pictures of one shape are taken for copies of the whole, of two shapes not', () => {
  expect(wholePictureHypothesis({ width: 400, height: 300 }, { width: 800, height: 600 })).toEqual([
    2, 0, 0.5, 0, 2, 0.5, 0, 0, 1,
  ]);
  expect(wholePictureHypothesis({ width: 400, height: 301 }, { width: 1000, height: 750 })).not.toBeNull();
  expect(wholePictureHypothesis({ width: 400, height: 300 }, { width: 800, height: 640 })).toBeNull();
});

test('the cells of a copy that have structure agree, whatever was done to its tone; of a shifted one none does', () => {
  const whole = cells(SCENE);
  expect(whole.count).toBeGreaterThan(100);
  expect(whole.residualPx).toBeLessThan(1e-6);
  const faded = cells(made((x, y) => 0.6 * at(x, y) + 40));
  expect(faded.count).toBeGreaterThan(100);
  expect(faded.residualPx).toBeLessThan(0.3);
  const moved = made((x, y) => at(x + 4, y));
  expect(cells(moved).count).toBeLessThan(10);
  expect(cells(moved, [1, 0, 4, 0, 1, 0, 0, 0, 1]).count).toBeGreaterThan(100);
});

test('half a pixel beside its place is told as that', () => {
  const between = made((x, y) => (at(x, y) + at(x + 1, y)) / 2);
  expect(cells(between).residualPx).toBeGreaterThan(0.3);
  expect(cells(between).residualPx).toBeLessThan(0.7);
  expect(cells(between, [1, 0, 0.5, 0, 1, 0, 0, 0, 1]).residualPx).toBeLessThan(0.1);
});

test('edges of one direction slide, and plain cells say nothing: neither agrees', () => {
  const stripes = made((x) => (x % 12 < 6 ? 40 : 200));
  const planes = [normalizedContrast(stripes), normalizedContrast(made(() => 128))] as const;

  for (const flat of planes) expect(agreeingCells(flat, flat, IDENTITY).count).toBe(0);
  expect(agreeingCells(planes[0], planes[0], IDENTITY).correlated).toBeGreaterThan(100);
  expect(agreeingCells(planes[1], planes[1], IDENTITY).correlated).toBe(0);
});
