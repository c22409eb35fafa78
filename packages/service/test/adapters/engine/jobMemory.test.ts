import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runImageJob } from '../../../src/adapters/codec/nativeImages.ts';
import { defaultMemoryBytes } from '../../../src/adapters/engine/settings.ts';
import { createHeaderReader } from '../../../src/adapters/engine/headerReader.ts';
import { jobMemory as memoryOf } from '../../../src/adapters/engine/jobMemory.ts';

const readHeader = createHeaderReader(runImageJob);
const jobMemory = (job: Parameters<typeof memoryOf>[0]): Promise<number> => memoryOf(job, readHeader);

const MIB = 1024 * 1024;
const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 120, b: 60, alpha: 0.5 } } });

const small = await flat(64, 48).png().toBuffer();
const inspecting = async (bytes: Uint8Array): Promise<number> => (await jobMemory({ kind: 'inspect', bytes })) / MIB;

test('the size of a picture is told from its header: 36 megapixels in a few hundred kilobytes count as what they are, in its decoder and outside', async () => {
  const bomb = await flat(6000, 6000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(MIB);
  expect((await inspecting(bomb)) - (await inspecting(small))).toBeCloseTo((2 * 3 * 36e6) / MIB, 0);
});

test('a picture that must be decoded as a whole counts twice or more', async () => {
  const plain = await inspecting(await flat(2000, 2000, 4).png().toBuffer());
  const interlaced = await inspecting(await flat(2000, 2000, 4).png({ progressive: true }).toBuffer());
  expect(interlaced - plain).toBeCloseTo((4 * 4e6) / MIB, 0);
  const jpeg = await inspecting(await flat(2000, 2000).jpeg().toBuffer());
  const progressive = await inspecting(await flat(2000, 2000).jpeg({ progressive: true }).toBuffer());
  expect(progressive - jpeg).toBeCloseTo((6 * 4e6) / MIB, 0);
});

test('a picture that its EXIF tag turns is held twice', async () => {
  const upright = await inspecting(await flat(2000, 1000).jpeg().toBuffer());
  const turned = await inspecting(await flat(2000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(turned - upright).toBeCloseTo((3 * 2e6) / MIB, 0);
});

test('of two pictures that are compared, the larger counts; marking takes more than reading', async () => {
  const large = await flat(3000, 2000).jpeg().toBuffer();
  const compared = await jobMemory({ kind: 'compare', query: small, reference: large, mapSideMax: null });
  expect(compared).toBe(await jobMemory({ kind: 'compare', query: large, reference: small, mapSideMax: null }));
  const request = { assetId: '00000000-0000-4000-8000-000000000000', tracks: { a: true, b: true, c: true } };
  expect(await jobMemory({ kind: 'mark', bytes: large, request })).toBeGreaterThan(
    await jobMemory({ kind: 'inspect', bytes: large }),
  );
});

test('what is no picture needs no memory: the job itself refuses it', async () => {
  const text = new TextEncoder().encode('no picture');
  expect(await jobMemory({ kind: 'inspect', bytes: text })).toBe(128 * MIB);
  expect(await jobMemory({ kind: 'ping' })).toBe(0);
});

test('by default pictures take half of what there is, but never less than one of them may need', () => {
  expect(defaultMemoryBytes(16 * 1024 * MIB)).toBe(8 * 1024 * MIB);
  expect(defaultMemoryBytes(1024 * MIB)).toBe(1536 * MIB);
});
