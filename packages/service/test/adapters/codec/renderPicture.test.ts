import { expect, test } from 'vitest';
import { nativeSharp } from '../../../src/adapters/codec/nativeImages.ts';
import { renderPicture } from '../../../src/adapters/codec/renderPreview.ts';

const picture = (channels: 3 | 4) =>
  nativeSharp({ create: { width: 60, height: 20, channels, background: { r: 200, g: 0, b: 0, alpha: 0 } } });

test('a picture for documents is upright, on white, at most as large as asked, without metadata', async () => {
  const turned = await picture(4).png().withMetadata({ orientation: 6 }).toBuffer();
  const { jpeg, width, height } = await renderPicture(turned, 30);
  expect({ width, height }).toEqual({ width: 20, height: 60 });
  const made = nativeSharp(jpeg);
  expect(await made.metadata()).toMatchObject({ format: 'jpeg', width: 10, height: 30 });
  expect((await made.metadata()).exif).toBeUndefined();
  const { data } = await made.raw().toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeGreaterThan(250);
});

test('the same picture gives the same bytes, and none is enlarged', async () => {
  const bytes = await picture(3).webp().toBuffer();
  const [one, other] = await Promise.all([renderPicture(bytes, 900), renderPicture(bytes, 900)]);
  expect(Buffer.from(one.jpeg).equals(Buffer.from(other.jpeg))).toBe(true);
  expect(await nativeSharp(one.jpeg).metadata()).toMatchObject({ width: 60, height: 20 });
});
