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

test('windows are transformed two at a time, and a third alone: of all, the pattern is as strong', () => {
  const strengths = [128, 256, 384].map((width) => {
    const size = { width, height: 128 };
    const count = width * 128;
    const of = (value: (x: number, y: number) => number): Plane => ({
      ...size,
      data: Float32Array.from({ length: count }, (_, i) => value(i % width, Math.floor(i / width))),
    });
    // The same in each window.
    const tile = (x: number, y: number): number =>
      (noise.data[y * SIZE.width + (x % 128)] as number) + wave(0.29, 0.01, 4)(x % 128, y);
    return screenGrid(
      of(tile),
      of(() => 0),
      new Uint8Array(count).fill(1),
    );
  });
  expect(strengths[0]).toBeGreaterThan(200);
  expect(strengths[1]! / strengths[0]!).toBeCloseTo(1, 4);
  expect(strengths[2]! / strengths[0]!).toBeCloseTo(1, 4);
});

test('a picture smaller than a window tells nothing', () => {
  const small = { width: 64, height: 64, data: new Float32Array(64 * 64) };
  expect(screenGrid(small, small, new Uint8Array(64 * 64).fill(1))).toBe(1);
});
