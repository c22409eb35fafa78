import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeToRead } from '../../../src/adapters/codec/decodeImage.ts';
import { seenPictures } from '../../../src/adapters/engine/seenPictures.ts';

const MIB = 1024 * 1024;
const LIMITS = { bytesMax: MIB, pixelsMax: 1e6 };
const flat = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 120, b: 60 } } })
    .png()
    .toBuffer();
const [first, second] = [await flat(10), await flat(200)];

test('the same bytes are decoded once, also from another buffer', async () => {
  const seen = seenPictures(64 * MIB);
  const read = await seen.read(first, LIMITS);
  expect(await seen.read(Buffer.from(first), LIMITS)).toBe(read);
  const other = await seen.read(second, LIMITS);
  expect([read.picture.raster.data[0], other.picture.raster.data[0]]).toEqual([10, 200]);
});

test('what passed one limit does not pass another', async () => {
  const seen = seenPictures(64 * MIB);
  await seen.read(first, LIMITS);
  await expect(seen.read(first, { ...LIMITS, pixelsMax: 1000 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('no more is kept than there is room for, the latest first; without room nothing', async () => {
  const roomForOne = seenPictures(7 * MIB);
  const read = await roomForOne.read(first, LIMITS);
  const later = await roomForOne.read(second, LIMITS);
  expect(await roomForOne.read(second, LIMITS)).toBe(later);
  expect(await roomForOne.read(first, LIMITS)).not.toBe(read);
  for (const bytesMax of [0, MIB]) {
    const small = seenPictures(bytesMax);
    expect(await small.read(first, LIMITS)).not.toBe(await small.read(first, LIMITS));
  }
});

test('nothing is kept for longer than five minutes', async () => {
  let now = 1;
  const seen = seenPictures(64 * MIB, () => now);
  const read = await seen.read(first, LIMITS);
  now += 4 * 60_000;
  expect(await seen.read(first, LIMITS)).toBe(read);
  now += 2 * 60_000;
  expect(await seen.read(first, LIMITS)).not.toBe(read);
});

test('what another job has decoded is decoded no more', async () => {
  const seen = seenPictures(64 * MIB);
  const decoded = await decodeToRead(first, LIMITS);
  seen.keep(first, LIMITS, decoded);
  const read = await seen.read(first, LIMITS);
  expect(read.picture).toEqual({ facts: decoded.facts, raster: decoded.raster, factor: 1 });
  expect(read.picture.raster).toBe(decoded.raster);
  expect(await seenPictures(64 * MIB).read(first, LIMITS)).toMatchObject({ picture: read.picture });
});

test('the whole picture is told of what is kept, to whom the same limits hold', async () => {
  const seen = seenPictures(64 * MIB);
  expect(seen.whole(first, LIMITS)).toBeNull();
  const decoded = await decodeToRead(first, LIMITS);
  seen.keep(first, LIMITS, decoded);
  expect(seen.whole(Buffer.from(first), LIMITS)).toBe(decoded.raster);
  expect(seen.whole(first, { ...LIMITS, pixelsMax: 1000 })).toBeNull();
  expect(seen.whole(second, LIMITS)).toBeNull();
});

test('a picture that was taken is kept no more', async () => {
  const seen = seenPictures(64 * MIB);
  expect(seen.take(first, LIMITS)).toBeNull();
  const decoded = await decodeToRead(first, LIMITS);
  seen.keep(first, LIMITS, decoded);
  expect(seen.take(first, { ...LIMITS, pixelsMax: 1000 })).toBeNull();
  expect(seen.take(Buffer.from(first), LIMITS)).toEqual({ facts: decoded.facts, raster: decoded.raster, factor: 1 });
  expect(seen.take(first, LIMITS)).toBeNull();
});

test('a picture that is compared reduced is not kept at its full size', async () => {
  const seen = seenPictures(64 * MIB);
  const decoded = await decodeToRead(first, LIMITS);
  seen.keep(first, LIMITS, { ...decoded, facts: { ...decoded.facts, width: 6000, height: 5000 } });
  expect((await seen.read(first, LIMITS)).picture.raster).not.toBe(decoded.raster);
});
