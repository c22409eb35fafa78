import { expect, test } from 'vitest';
import type { Plane } from '../../../src/raster.ts';
import { screenGrid } from '../../../src/tamper/wholePicture/screenGrid.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 200, height: 160 };
const EVERYWHERE = new Uint8Array(SIZE.width * SIZE.height).fill(1);
const planeOf = (value: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from(EVERYWHERE, (_, i) => value(i % SIZE.width, Math.floor(i / SIZE.width))),
});
const uniform = seededUniform(3);
const FITTED = planeOf((x, y) => 128 + 40 * Math.sin(x / 9) * Math.cos(y / 7));
const noise = planeOf(() => 6 * (uniform() - 0.5));
const withPattern = (pattern: (x: number, y: number) => number): number =>
  screenGrid(
    planeOf((x, y) => {
      const i = y * SIZE.width + x;
      return (FITTED.data[i] as number) + (noise.data[i] as number) + pattern(x, y);
    }),
    FITTED,
    EVERYWHERE,
  );
const wave = (u: number, v: number, amplitude: number) => (x: number, y: number) =>
  amplitude * Math.cos(2 * Math.PI * (u * x + v * y));

test('a regular pattern that is nearly upright stands out, noise does not', () => {
  expect(withPattern(() => 0)).toBeLessThan(20);
  expect(withPattern(wave(0.29, 0.01, 4))).toBeGreaterThan(200);
  expect(withPattern(wave(0.02, 0.33, 4))).toBeGreaterThan(200);
});

test('the raster of a print, blocks of JPEG and a pattern that nobody sees are none', () => {
  expect(withPattern(wave(0.2, 0.2, 6))).toBeLessThan(20);
  expect(withPattern(wave(1 / 8, 0, 6))).toBeLessThan(20);
  expect(withPattern(wave(0.29, 0.01, 0.3))).toBeLessThan(20);
});

test('a picture smaller than a window tells nothing', () => {
  const small = { width: 64, height: 64, data: new Float32Array(64 * 64) };
  expect(screenGrid(small, small, new Uint8Array(64 * 64).fill(1))).toBe(1);
});
