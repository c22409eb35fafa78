import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFileAssetFiles } from '../../../src/adapters/storage/fileAssetFiles.ts';
import { createS3AssetFiles } from '../../../src/adapters/storage/s3AssetFiles.ts';
import { parseStorageUrl, type S3Location } from '../../../src/config/storageUrl.ts';
import type { FileVariant } from '../../../src/app/ports/runtime/runtime.ts';
import { type AssetFiles, copyVariant } from '../../../src/app/ports/assets/storage.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3Server } from '../../support/s3Server.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const COPY = copyVariant('01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f8');
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

interface Store {
  fresh(): Promise<AssetFiles>;
  close(): Promise<void>;
}

async function folderStore(): Promise<Store> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-files-'));
  let count = 0;
  return {
    fresh: async () => createFileAssetFiles(path.join(folder, String(count++))),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function s3Store(): Promise<Store> {
  const server = await startS3Server();
  let count = 0;
  return {
    async fresh() {
      const url = `s3://${S3_BUCKET}/test/${count++}?endpoint=${encodeURIComponent(server.endpoint)}`;
      return createS3AssetFiles(parseStorageUrl(url) as S3Location, S3_CREDENTIALS);
    },
    close: () => server.close(),
  };
}

describe.each([
  ['a folder', folderStore],
  ['an S3 bucket', s3Store],
] as const)('asset files in %s', (_name, open) => {
  let store: Store;
  let files: AssetFiles;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    files = await store.fresh();
  });
  afterAll(() => store.close());

  async function allIds(): Promise<string[]> {
    const ids: string[] = [];
    for await (const id of files.listAssetIds()) ids.push(id);
    return ids.sort();
  }

  test('assets are listed in the order of their ids, from any one on', async () => {
    const ids = ['0a', '0b', 'f0'].map((begin) => `${begin}000000-0000-7000-8000-000000000000`);
    for (const id of ids.toReversed())
      for (const variant of ['original', 'preview'] as const) await files.put(id, variant, BYTES);
    const from = async (after?: string) => {
      const found: string[] = [];
      for await (const id of files.listAssetIds(after)) found.push(id);
      return found;
    };
    expect(await from()).toEqual(ids);
    expect([await from(ids[0]), await from(ids[1]), await from(ids[2])]).toEqual([ids.slice(1), ids.slice(2), []]);
    for (const id of ids) await files.removeAll(id);
  });

  test('what was put is read; putting again replaces it', async () => {
    await files.put(ASSET, 'original', BYTES);
    expect(await files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
    await files.put(ASSET, 'original', Uint8Array.of(7));
    expect(await files.read(ASSET, 'original')).toEqual(Buffer.from([7]));
  });

  test('an empty file is a file', async () => {
    await files.put(ASSET, 'preview', new Uint8Array());
    expect(await files.read(ASSET, 'preview')).toEqual(Buffer.from([]));
    expect((await files.open(ASSET, 'preview'))?.sizeBytes).toBe(0);
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

  test('a copy lies beside the other files, is removed alone, and goes with the asset', async () => {
    await files.put(ASSET, 'original', BYTES);
    await files.put(ASSET, COPY, BYTES);
    expect(await files.read(ASSET, COPY)).toEqual(Buffer.from(BYTES));
    await files.remove(ASSET, COPY);
    await files.remove(ASSET, COPY);
    expect(await files.read(ASSET, COPY)).toBeNull();
    expect(await files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
    await files.put(ASSET, COPY, BYTES);
    await files.removeAll(ASSET);
    expect(await files.read(ASSET, COPY)).toBeNull();
    expect(await allIds()).toEqual([]);
  });

  test('every asset is listed once, however many files it has', async () => {
    for (const variant of ['original', 'watermarked', 'preview', COPY] as const) await files.put(ASSET, variant, BYTES);
    await files.put(OTHER, 'original', BYTES);
    expect(await allIds()).toEqual([ASSET, OTHER]);
    expect(await files.sweepTemporary(true)).toBe(0);
  });

  test('no id or variant can name a path outside', async () => {
    for (const id of ['../../etc/passwd', '..', '', `${ASSET}/..`, ASSET.toUpperCase(), `${ASSET}\n`])
      await expect(files.put(id, 'original', BYTES)).rejects.toThrow(RangeError);
    for (const variant of ['../original', 'copy-', 'copy-../..', ''])
      await expect(files.read(ASSET, variant as FileVariant)).rejects.toThrow(RangeError);
    await expect(files.removeAll('.')).rejects.toThrow(RangeError);
  });
});

test("an S3 bucket takes files whatever connections Node's own fetch was given by then", async () => {
  const store = await s3Store();
  const before = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  try {
    const files = await store.fresh();
    await files.put(ASSET, 'original', BYTES);
    expect(await files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
  } finally {
    setGlobalDispatcher(before);
    await store.close();
  }
});

describe('an S3 bucket that is not there', () => {
  test('SERVICE_UNAVAILABLE, and never "no such file"', async () => {
    const server = await startS3Server();
    await server.close();
    const location = parseStorageUrl(`s3://${S3_BUCKET}?endpoint=${encodeURIComponent(server.endpoint)}`) as S3Location;
    const files = createS3AssetFiles(location, S3_CREDENTIALS);
    for (const attempt of [
      () => files.put(ASSET, 'original', BYTES),
      () => files.read(ASSET, 'original'),
      () => files.open(ASSET, 'original'),
      () => files.removeAll(ASSET),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
