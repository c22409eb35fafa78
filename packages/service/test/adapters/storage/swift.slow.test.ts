import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3AssetFiles } from '../../../src/adapters/storage/s3AssetFiles.ts';
import { createS3StoreKeeping } from '../../../src/adapters/storage/s3StoreKeeping.ts';
import { openS3Store, putChecked, type S3Credentials, type S3Place } from '../../../src/adapters/storage/s3Store.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../../../tools/testSwift.sh');
const isInstalled = spawnSync('swift-proxy-server', ['--help']).status === 0;
const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const START_MS = 120_000;

describe.skipIf(!isInstalled)(
  `a store on OpenStack Swift${isInstalled ? '' : ' (skipped: it is not installed)'}`,
  () => {
    const environment = { ...process.env, ASSAY_SWIFT_FOLDER: path.join(tmpdir(), `assay-swift-${process.pid}`) };
    let place: S3Place;
    let keys: S3Credentials;

    beforeAll(async () => {
      const { stdout, stderr, status } = spawnSync(SCRIPT, ['start'], { env: environment, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = stdout.trim().split(' ');
      place = { bucket: 'assay-test', prefix: 'pictures/', endpoint, region: 'us-east-1' };
      keys = { accessKeyId, secretAccessKey };
      expect(await openS3Store(place, keys).createBucket()).toBe(true);
    }, START_MS);
    afterAll(() => {
      spawnSync(SCRIPT, ['stop'], { env: environment });
    });

    test('gives back every byte, whole and in parts, of a picture of many megabytes', {
      timeout: START_MS,
    }, async () => {
      const files = createS3AssetFiles(place, keys);
      const bytes = randomBytes(20 * 2 ** 20);
      await files.put(ASSET, 'original', bytes);
      const read = await files.read(ASSET, 'original');
      expect(hashOf(read)).toBe(hashOf(bytes));
      const opened = await files.open(ASSET, 'original');
      expect(opened?.sizeBytes).toBe(bytes.length);
      const range = { start: 1_000_000, end: 1_000_999 };
      expect(hashOf(await buffer(opened!.stream(range)))).toBe(hashOf(bytes.subarray(range.start, range.end + 1)));
      await files.put(ASSET, 'original', Buffer.from('another'));
      expect(String(await files.read(ASSET, 'original'))).toBe('another');
    });

    test('refuses bytes that are not those that were sent', { timeout: START_MS }, async () => {
      const store = openS3Store(place, keys);
      const wrong = { 'content-md5': createHash('md5').update('others').digest('base64') } as Record<string, string>;
      const put = store.putObject('changed-on-the-way', 'these', undefined, undefined, wrong);
      await expect(put).rejects.toThrow('400');
      expect(await store.objectExists('changed-on-the-way')).not.toBe(true);

      let sent: string | null = null;
      const heard = Object.assign(Object.create(store) as typeof store, {
        putObject: (...given: Parameters<typeof store.putObject>) => {
          sent = (given[4] as Record<string, string>)['content-md5'] ?? null;
          return store.putObject(...given);
        },
      });
      await putChecked(heard, 'as-it-was', Buffer.from('these'));
      expect(sent).toBe(createHash('md5').update('these').digest('base64'));
      expect(await store.objectExists('as-it-was')).toBe(true);
    });

    test('lists, removes and knows what is not there', { timeout: START_MS }, async () => {
      const files = createS3AssetFiles({ ...place, prefix: 'listed/' }, keys);
      for (const id of [ASSET, OTHER])
        for (const variant of ['original', 'watermarked', 'preview'] as const)
          await files.put(id, variant, Buffer.from(variant));
      const ids = async (): Promise<string[]> => {
        const found: string[] = [];
        for await (const id of files.listAssetIds()) found.push(id);
        return found;
      };
      expect(await ids()).toEqual([ASSET, OTHER]);
      await files.remove(ASSET, 'preview');
      await files.remove(ASSET, 'preview');
      expect(await files.read(ASSET, 'preview')).toBeNull();
      expect(await files.open(ASSET, 'preview')).toBeNull();
      await files.removeAll(ASSET);
      expect(await ids()).toEqual([OTHER]);
    });

    test('says whose it is, and moves files aside and back', { timeout: START_MS }, async () => {
      const kept = { ...place, prefix: 'kept/' };
      const files = createS3AssetFiles(kept, keys);
      const keeping = createS3StoreKeeping(kept, keys, () => new Date());
      expect(await keeping.owner()).toBeNull();
      await keeping.claim(ASSET);
      expect(await keeping.owner()).toBe(ASSET);
      await files.put(OTHER, 'original', Buffer.from('a picture'));
      await keeping.quarantine(OTHER, new Date(), 'upload failed');
      expect(await files.read(OTHER, 'original')).toBeNull();
      expect(await keeping.restore(OTHER)).toBe(true);
      expect(String(await files.read(OTHER, 'original'))).toBe('a picture');
    });
  },
);

const hashOf = (bytes: Uint8Array | null): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
