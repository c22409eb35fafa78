import { crc32 } from 'node:zlib';
import { AppError } from '@assay/core/errors';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectHeader } from '../../../src/adapters/codec/inspectHeader.ts';
import { runImageJob } from '../../../src/adapters/codec/nativeImages.ts';
import { createHeaderReader } from '../../../src/adapters/engine/headerReader.ts';
import { structureRefusal } from '../../../src/adapters/engine/structureRefusal.ts';

const readHeader = createHeaderReader(runImageJob);

const CHUNKS = 1_000_000;
const LIMITS = { bytesMax: 2 ** 30, pixelsMax: 1e8 };
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** A sound picture with a million empty texts before its pixels, 18 MB. */
function manyTexts(): Buffer {
  const text = Buffer.from('0000000674455874610062636465', 'hex');
  const chunk = Buffer.concat([text, Buffer.alloc(4)]);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 14)), 14);
  const afterHeader = 8 + 25;
  return Buffer.concat([
    picture.subarray(0, afterHeader),
    Buffer.alloc(CHUNKS * chunk.length, chunk),
    picture.subarray(afterHeader),
  ]);
}

/** A TIFF whose directories follow each other, each with one entry. */
function manyDirectories(count: number): Buffer {
  const bytes = Buffer.alloc(8 + 18 * count);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  for (let at = 8; at < bytes.length; at += 18) {
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(256, at + 2);
    bytes.writeUInt16LE(3, at + 4);
    bytes.writeUInt32LE(1, at + 6);
    bytes.writeUInt32LE(at + 18 < bytes.length ? at + 18 : 0, at + 14);
  }
  return bytes;
}

test('a picture of a million parts reaches no library: parts are counted before', async () => {
  const bytes = manyTexts();
  const asked: unknown[] = [];
  const read = createHeaderReader((job) => {
    asked.push(job);
    return Promise.reject(new Error('asked'));
  });
  expect(await read(bytes)).toBeNull();
  expect(asked).toEqual([]);
  await read(picture);
  expect(asked).toHaveLength(1);
  await expect(inspectHeader(bytes, LIMITS)).rejects.toMatchObject({ code: 'INVALID_FILE_TYPE' });
});

test('a container is looked at once, however often it is asked for', () => {
  const bytes = Buffer.from(manyTexts());
  const refusal = structureRefusal(bytes);
  expect(refusal).toMatchObject({ code: 'INVALID_FILE_TYPE' });
  expect(structureRefusal(bytes)).toBe(refusal);
  expect(structureRefusal(picture)).toBeNull();
});

test('directories of a TIFF are counted as parts; a loop of them ends', async () => {
  const refusal = { code: 'INVALID_FILE_TYPE', detail: expect.stringContaining('thousands of parts') as string };
  await expect(inspectHeader(manyDirectories(5000), LIMITS)).rejects.toMatchObject(refusal);
  const loop = manyDirectories(2);
  loop.writeUInt32LE(8, 8 + 18 + 14);
  await expect(inspectHeader(loop, LIMITS)).rejects.toMatchObject(refusal);
  await expect(inspectHeader(manyDirectories(2), LIMITS)).rejects.not.toMatchObject(refusal);
});

test('a header comes without its texts; the caller keeps its bytes', async () => {
  const named = await sharp(picture).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await readHeader(named)).toEqual({
    format: 'jpeg',
    width: 8,
    height: 8,
    channels: 3,
    depth: 'uchar',
    orientation: 6,
    isProgressive: false,
  });
  expect(named.length).toBeGreaterThan(0);
  expect(await readHeader(picture.subarray(0, 20))).toBeNull();
});

test('the header of the same bytes is read once, unless that failed', async () => {
  let [asked, fails] = [0, true];
  const read = createHeaderReader((...job) => {
    asked++;
    return fails ? Promise.reject(new AppError('PROCESSING_FAILED', 'Its decoder ended.')) : runImageJob(...job);
  });
  await read(picture);
  fails = false;
  const header = await read(picture);
  expect(header).toMatchObject({ format: 'png', width: 8, height: 8 });
  expect([await read(picture), asked]).toEqual([header, 2]);
  expect([await read(Buffer.from(picture)), asked]).toEqual([header, 3]);
});

test('a header whose decoder ended counts as boundless, so that its job works alone', async () => {
  const read = createHeaderReader(() => Promise.reject(new AppError('PROCESSING_FAILED', 'Its decoder ended.')));
  expect((await read(picture))?.width).toBe(2 ** 20);
});
