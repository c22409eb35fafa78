import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeToRead } from '../../../src/adapters/codec/decodeImage.ts';
import { searchFeatures } from '../../../src/adapters/engine/jobs/inspect.ts';
import { localQuery } from '../../../src/adapters/engine/localFeatures.ts';
import { picturesOfThread } from '../../../src/adapters/engine/seenPictures.ts';

const SIZE = { width: 96, height: 72 };
const LIMITS = { bytesMax: 2 ** 20, pixelsMax: 1e6, seenPicturesBytesMax: 2 ** 26 };

test('what is searched by are the features of the picture, whether it was decoded before or not', async () => {
  const { data } = renderScene({ ...SIZE, seed: 5 });
  const bytes = await sharp(data, { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const decoded = await decodeToRead(bytes, LIMITS);
  const expected = localQuery(decoded.raster);
  expect(expected.upright.length).toBeGreaterThan(500);
  expect(await searchFeatures(bytes, LIMITS)).toEqual(expected);
  picturesOfThread(LIMITS).keep(bytes, LIMITS, decoded);
  expect(await searchFeatures(bytes, LIMITS)).toEqual(expected);
});
