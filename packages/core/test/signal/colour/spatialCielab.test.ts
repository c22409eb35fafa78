import { expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { srgbToLab } from '../../../src/signal/colour/cieLab.ts';
import { ciede2000 } from '../../../src/signal/colour/ciede2000.ts';
import { spatialCielab } from '../../../src/signal/colour/spatialCielab.ts';

const SIDE = 96;
const picture = (levelOf: (x: number, y: number) => readonly [number, number, number]): Raster => {
  const data = new Uint8Array(3 * SIDE * SIDE);
  for (let y = 0, i = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++, i += 3) data.set(levelOf(x, y), i);
  return { width: SIDE, height: SIDE, channels: 3, depth: 8, data };
};
const plain = picture(() => [128, 128, 128]);
const striped = (period: number) =>
  picture((x) => {
    const level = 128 + (x % period < period / 2 ? 6 : -6);
    return [level, level, level];
  });

test('equal pictures do not differ', () => {
  expect(spatialCielab(plain, plain)).toEqual({ mean: 0, upperHundredth: 0 });
});

test('a plain change is the colour difference itself: what the blur leaves of one colour is that colour', () => {
  const brighter = picture(() => [138, 138, 138]);
  const lab = new Float32Array(6);
  srgbToLab(128, 128, 128, lab, 0);
  srgbToLab(138, 138, 138, lab, 3);
  const [l1, a1, b1, l2, a2, b2] = [...lab] as [number, number, number, number, number, number];
  expect(spatialCielab(plain, brighter).mean).toBeCloseTo(ciede2000([l1, a1, b1], [l2, a2, b2]), 2);
});

test('stripes of two pixels are seen less than stripes of sixteen, and less again from twice as far', () => {
  const [fine, coarse] = [spatialCielab(plain, striped(4)).mean, spatialCielab(plain, striped(32)).mean];
  expect(fine).toBeLessThan(0.6 * coarse);
  expect(spatialCielab(plain, striped(4), 98).mean).toBeLessThan(0.5 * fine);
});

test('colour stripes are seen less than grey ones of the same size', () => {
  const tinted = picture((x) => (x % 8 < 4 ? [134, 128, 122] : [122, 128, 134]));
  const grey = picture((x) => (x % 8 < 4 ? [134, 134, 134] : [122, 122, 122]));
  expect(spatialCielab(plain, tinted).mean).toBeLessThan(spatialCielab(plain, grey).mean);
});

test('pictures of two sizes are refused', () => {
  expect(() => spatialCielab(plain, { ...plain, width: 48, height: 192 })).toThrow('96 x 96 and 48 x 192 pixels');
});
