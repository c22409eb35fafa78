import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeImage, decodeToRead, LARGE_PIXELS } from '../../../src/adapters/codec/decodeImage.ts';
import { decodeToCompare } from '../../../src/adapters/codec/decodeToCompare.ts';
import { rawSharp, waves } from './pictures.ts';

const LIMITS = { bytesMax: 50 * 1024 * 1024, pixelsMax: 100_000_000 };

/** A quarter of a megapixel enlarged to 26, in 16 bits and with alpha. */
const large = await rawSharp(waves(520, 500, 4, 16))
  .resize(5200, 5000, { kernel: 'nearest' })
  .toColourspace('rgb16')
  .png({ compressionLevel: 1 })
  .toBuffer();

test('a large picture is read with 8 bits and without alpha, within one level of what it is', async () => {
  const { facts, raster } = await decodeToRead(large, LIMITS);
  expect(facts).toMatchObject({ width: 5200, height: 5000, depth: 16, hasAlpha: true });
  expect(raster).toMatchObject({ width: 5200, height: 5000, depth: 8, channels: 3 });
  const stored = (await decodeImage(large, LIMITS)).raster;
  expect(stored).toMatchObject({ depth: 16, channels: 4 });
  let most = 0;
  for (let pixel = 0; pixel < 5200 * 5000; pixel += 997)
    for (let c = 0; c < 3; c++) {
      const exact = (stored.data[4 * pixel + c] as number) / 257;
      most = Math.max(most, Math.abs((raster.data[3 * pixel + c] as number) - exact));
    }
  expect(most).toBeLessThan(1);
});

test('compared, it is reduced until it is not large, and says by how much', async () => {
  const { facts, raster, factor } = await decodeToCompare(large, LIMITS);
  expect(factor).toBe(2);
  expect(raster.width * raster.height).toBeLessThanOrEqual(LARGE_PIXELS);
  expect(raster).toMatchObject({ width: facts.width / 2, height: facts.height / 2 });
});

test('a large grey picture with alpha loses it and stays grey', async () => {
  const grey = await sharp({ create: { width: 5200, height: 5000, channels: 4, background: '#80808080' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { raster } = await decodeToRead(grey, LIMITS);
  expect(raster.channels).toBe(1);
  expect(raster.data[5200 * 2500]).toBe(128);
});

test('other pictures are compared to the last sample', async () => {
  const file = await rawSharp(waves(64, 48, 4, 16))
    .png()
    .toBuffer();
  expect(await decodeToCompare(file, LIMITS)).toMatchObject({
    factor: 1,
    raster: (await decodeImage(file, LIMITS)).raster,
  });
});
