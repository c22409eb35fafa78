import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { reduceRaster } from '../../../src/signal/resample/resize.ts';
import { shrinkRaster } from '../../../src/signal/resample/shrinkRaster.ts';

function raster(width: number, height: number, channels: Raster['channels'], depth: Raster['depth']): Raster {
  const length = width * height * channels;
  const data = depth === 16 ? new Uint16Array(length) : new Uint8Array(length);
  for (let i = 0; i < length; i++) data[i] = (i * 40_503) ^ (i >> 3);
  return { width, height, channels, depth, data };
}

test('where the factor divides the sides, it is the rounded area average', () => {
  for (const depth of [8, 16] as const)
    for (const channels of [1, 2, 3, 4] as const) {
      const picture = raster(24, 18, channels, depth);
      const shrunk = shrinkRaster(picture, 3);
      expect(shrunk).toMatchObject({ width: 8, height: 6, channels, depth });
      const exact = reduceRaster(picture, 8, 6);
      const scale = depth === 16 ? 257 : 1;
      for (let i = 0; i < exact.length; i++)
        expect(Math.abs((shrunk.data[i] as number) - scale * (exact[i] as number))).toBeLessThan(0.51);
    }
});

test('whatever the sides, every sample is the mean of the pixels that are there', () => {
  const side = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2, max: 5 }), (width, height, factor) => {
      const picture = raster(width, height, 3, 8);
      const { data, ...size } = shrinkRaster(picture, factor);
      expect(size).toMatchObject({ width: Math.ceil(width / factor), height: Math.ceil(height / factor) });
      const [right, bottom] = [size.width - 1, size.height - 1];
      let sum = 0;
      let count = 0;
      for (let y = bottom * factor; y < height; y++)
        for (let x = right * factor; x < width; x++, count++) sum += picture.data[3 * (y * width + x) + 2] as number;
      expect(data[3 * (bottom * size.width + right) + 2]).toBe(Math.round(sum / count));
    }),
  );
});

test('factor 1 is the picture itself; one that is no whole number above 0 is refused', () => {
  const picture = raster(4, 3, 3, 8);
  expect(shrinkRaster(picture, 1)).toBe(picture);
  for (const factor of [0, -1, 1.5, 257]) expect(() => shrinkRaster(picture, factor)).toThrow(RangeError);
});
