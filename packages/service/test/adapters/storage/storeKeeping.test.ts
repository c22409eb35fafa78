import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type PictureStore } from '../../../src/compose/assetFiles.ts';
import { parseStorageUrl } from '../../../src/config/storageUrl.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3Server } from '../../support/s3Server.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const SINCE = new Date('2026-03-01T12:00:00.000Z');

interface Stores {
  fresh(): PictureStore;
  close(): Promise<void>;
}

const SETTINGS = { s3AccessKeyId: S3_CREDENTIALS.accessKeyId, s3SecretAccessKey: S3_CREDENTIALS.secretAccessKey };

async function folderStores(): Promise<Stores> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-keeping-'));
  let count = 0;
  return {
    fresh: () => openStore({ ...SETTINGS, storageUrl: null }, path.join(folder, String(count++))),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function s3Stores(): Promise<Stores> {
  const server = await startS3Server();
  let count = 0;
  return {
    fresh() {
      const url = `s3://${S3_BUCKET}/keeping/${count++}/?endpoint=${encodeURIComponent(server.endpoint)}`;
      return openStore({ ...SETTINGS, storageUrl: parseStorageUrl(url) }, '');
    },
    close: () => server.close(),
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe.each([
  ['a folder', folderStores],
  ['an S3 bucket', s3Stores],
] as const)('keeping of a store in %s', (_name, open) => {
  let stores: Stores;
  let store: PictureStore;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => {
    store = stores.fresh();
  });
  afterAll(() => stores.close());

  test('a fresh store is nobody’s; the last who claims it has it', async () => {
    expect(await store.storeKeeping.note('12345678.checkpoint')).toBeNull();
    await store.storeKeeping.keepNote('12345678.checkpoint', 'one');
    await store.storeKeeping.keepNote('12345678.checkpoint', 'two');
    expect(await store.storeKeeping.note('12345678.checkpoint')).toBe('two');
    expect(await collect(store.files.listAssetIds())).toEqual([]);
    expect(await store.storeKeeping.owner()).toBeNull();
    await store.storeKeeping.claim(OTHER);
    await store.storeKeeping.claim(ASSET);
    expect(await store.storeKeeping.owner()).toBe(ASSET);
    expect(await collect(store.files.listAssetIds())).toEqual([]);
  });

  test('what is aside is no part of the store, is listed with time and reason, and comes back byte for byte', async () => {
    await store.files.put(ASSET, 'original', BYTES);
    await store.files.put(ASSET, 'preview', Uint8Array.of(1));
    await store.files.put(OTHER, 'original', BYTES);
    await store.storeKeeping.quarantine(ASSET, SINCE, 'no row in the database');
    expect(await store.files.read(ASSET, 'original')).toBeNull();
    expect(await collect(store.files.listAssetIds())).toEqual([OTHER]);
    expect(await collect(store.storeKeeping.quarantined())).toEqual([
      { assetId: ASSET, since: SINCE, reason: 'no row in the database' },
    ]);
    expect(await store.storeKeeping.restore(ASSET)).toBe(true);
    expect(await store.files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
    expect(await store.files.read(ASSET, 'preview')).toEqual(Buffer.from([1]));
    expect(await collect(store.storeKeeping.quarantined())).toEqual([]);
    expect(await store.storeKeeping.restore(ASSET)).toBe(false);
  });

  test('nothing to move leaves no trace; what is discarded is gone', async () => {
    await store.storeKeeping.quarantine(ASSET, SINCE, 'upload failed');
    expect(await collect(store.storeKeeping.quarantined())).toEqual([]);
    await store.files.put(ASSET, 'original', BYTES);
    await store.storeKeeping.quarantine(ASSET, SINCE, 'upload failed');
    await store.storeKeeping.discard(ASSET);
    expect(await collect(store.storeKeeping.quarantined())).toEqual([]);
    expect(await store.storeKeeping.restore(ASSET)).toBe(false);
  });

  test('a file that lies aside already is never replaced, and the one in use not removed', async () => {
    await store.files.put(ASSET, 'original', BYTES);
    await store.storeKeeping.quarantine(ASSET, SINCE, 'no row in the database');
    await store.files.put(ASSET, 'original', Uint8Array.of(7));
    await store.storeKeeping.quarantine(ASSET, SINCE, 'no row in the database');
    expect(await store.files.read(ASSET, 'original')).toEqual(Buffer.from([7]));
    await store.files.removeAll(ASSET);
    expect(await store.storeKeeping.restore(ASSET)).toBe(true);
    expect(await store.files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
  });

  test('names that are no asset are refused before they become a path', async () => {
    await expect(store.storeKeeping.restore('../../etc')).rejects.toThrow(RangeError);
    await expect(store.storeKeeping.discard('..')).rejects.toThrow(RangeError);
  });
});

test('an owner that cannot be read is an error, never "nobody"', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-keeping-'));
  await writeFile(path.join(folder, 'store.json'), '{ "database": ');
  const { storeKeeping } = openStore({ ...SETTINGS, storageUrl: null }, folder);
  await expect(storeKeeping.owner()).rejects.toThrow('assay store adopt');
  await rm(folder, { recursive: true });
});
