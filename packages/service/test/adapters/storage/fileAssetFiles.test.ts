import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileAssetFiles } from '../../../src/adapters/storage/fileAssetFiles.ts';
import type { FileVariant } from '../../../src/app/ports/runtime.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

let root: string;
let files: ReturnType<typeof createFileAssetFiles>;

beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'assay-files-')), 'assets');
  files = createFileAssetFiles(root);
});
afterEach(async () => {
  await rm(path.dirname(root), { recursive: true, force: true });
});

async function allIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.listAssetIds()) ids.push(id);
  return ids.sort();
}

test('what was put is read, and lies where the layout says, readable by its owner only', async () => {
  await files.put(ASSET, 'original', BYTES);
  expect(await files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
  const file = path.join(root, '01', ASSET, 'original');
  expect(await readFile(file)).toEqual(Buffer.from(BYTES));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('putting again replaces the file and leaves no temporary one', async () => {
  await files.put(ASSET, 'original', BYTES);
  await files.put(ASSET, 'original', Uint8Array.of(7));
  expect(await files.read(ASSET, 'original')).toEqual(Buffer.from([7]));
  expect(await readdir(path.join(root, '01', ASSET))).toEqual(['original']);
});

test('parallel puts of one asset all arrive', async () => {
  const variants: FileVariant[] = ['original', 'watermarked', 'preview'];
  await Promise.all(variants.map((variant, i) => files.put(ASSET, variant, Uint8Array.of(i))));
  expect(await Promise.all(variants.map((variant) => files.read(ASSET, variant)))).toEqual(
    [0, 1, 2].map((i) => Buffer.from([i])),
  );
});

test('a missing file is null', async () => {
  expect(await files.read(ASSET, 'original')).toBeNull();
  expect(await files.open(ASSET, 'preview')).toBeNull();
});

test('open tells the size and streams whole files and ranges', async () => {
  await files.put(ASSET, 'watermarked', BYTES);
  const stored = await files.open(ASSET, 'watermarked');
  if (!stored) throw new Error('the file is missing');
  expect(stored.sizeBytes).toBe(1000);
  expect(await buffer(stored.stream())).toEqual(Buffer.from(BYTES));
  expect(await buffer(stored.stream({ start: 10, end: 19 }))).toEqual(Buffer.from(BYTES.subarray(10, 20)));
});

test('removing one asset leaves the others, and removing twice is no error', async () => {
  await files.put(ASSET, 'original', BYTES);
  await files.put(OTHER, 'original', BYTES);
  await files.removeAll(ASSET);
  await files.removeAll(ASSET);
  expect(await files.read(ASSET, 'original')).toBeNull();
  expect(await files.read(OTHER, 'original')).not.toBeNull();
  expect(await allIds()).toEqual([OTHER]);
});

describe('after a crash', () => {
  test('temporary files are swept and counted, finished files stay', async () => {
    await files.put(ASSET, 'original', BYTES);
    await writeFile(path.join(root, '01', ASSET, '.preview.0123456789abcdef.tmp'), 'half');
    expect(await files.sweepTemporary()).toBe(1);
    expect(await files.sweepTemporary()).toBe(0);
    expect(await readdir(path.join(root, '01', ASSET))).toEqual(['original']);
  });

  test('an asset with nothing but a temporary file is not listed', async () => {
    await files.put(ASSET, 'original', BYTES);
    await files.put(OTHER, 'original', BYTES);
    await rm(path.join(root, '01', OTHER, 'original'));
    await writeFile(path.join(root, '01', OTHER, '.original.0123456789abcdef.tmp'), 'half');
    expect(await allIds()).toEqual([ASSET]);
  });

  test('an empty or absent folder has nothing to list or sweep', async () => {
    expect(await allIds()).toEqual([]);
    expect(await files.sweepTemporary()).toBe(0);
  });
});

test('no id or variant can name a path outside', async () => {
  for (const id of ['../../etc/passwd', '..', '', `${ASSET}/..`, ASSET.toUpperCase(), `${ASSET}\n`])
    await expect(files.put(id, 'original', BYTES)).rejects.toThrow(RangeError);
  await expect(files.read(ASSET, '../original' as FileVariant)).rejects.toThrow(RangeError);
  await expect(files.removeAll('.')).rejects.toThrow(RangeError);
});
