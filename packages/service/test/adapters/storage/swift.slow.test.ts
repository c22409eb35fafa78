import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7Ids } from '../../../src/adapters/ids/uuidV7.ts';
import { createImportSources } from '../../../src/adapters/imports/importSources.ts';
import { bucketArchives } from '../../../src/adapters/imports/sharedArchives.ts';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import { createS3AssetFiles } from '../../../src/adapters/storage/s3AssetFiles.ts';
import { createS3StoreKeeping } from '../../../src/adapters/storage/s3StoreKeeping.ts';
import { PART_BYTES, putChecked, sweepParts } from '../../../src/adapters/storage/s3Put.ts';
import { openS3Store, type S3Credentials, type S3Place } from '../../../src/adapters/storage/s3Store.ts';

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

    test('takes large files in parts, holds each to its hash, and forgets those that nobody went on with', {
      timeout: START_MS,
    }, async () => {
      const store = openS3Store(place, keys);
      const bytes = randomBytes(2 * PART_BYTES + 12_345);
      await putChecked(store, 'parts/whole', bytes);
      expect(hashOf(new Uint8Array((await store.getObjectArrayBuffer('parts/whole')) ?? []))).toBe(hashOf(bytes));

      // A line that changes the second part: the store refuses it, and nothing appears under the key.
      const upload = store.uploadPart.bind(store);
      const changing = Object.assign(Object.create(store) as typeof store, {
        uploadPart: (...given: Parameters<typeof store.uploadPart>) => {
          const [key, id, data, number, ...rest] = given;
          return upload(key, id, number === 2 ? Buffer.alloc((data as Buffer).length) : data, number, ...rest);
        },
      });
      await expect(putChecked(changing, 'parts/changed', bytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await store.objectExists('parts/changed')).not.toBe(true);

      const id = await store.getMultipartUploadId('parts/left');
      await store.uploadPart('parts/left', id, randomBytes(6 * 2 ** 20), 1);
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
      expect(await sweepParts(store, 'parts/', inHours(1))).toBe(0);
      expect(await sweepParts(store, 'elsewhere/', inHours(25))).toBe(0);
      expect(await sweepParts(store, 'parts/', inHours(25))).toBe(1);
      expect(await sweepParts(store, 'parts/', inHours(25))).toBe(0);

      // As the daily job does it: of the service's own prefix, what is a day old, and no file that is whole.
      const files = (prefix: string, hours: number) =>
        createS3AssetFiles({ ...place, prefix }, keys, () => inHours(hours));
      await files('swept/', 0).put(ASSET, 'original', Buffer.from('whole'));
      await store.getMultipartUploadId(`swept/${ASSET}/preview`);
      await store.getMultipartUploadId('swept/imports/left.zip');
      const sweeps = [files('swept/', 1), files('elsewhere/', 25), files('swept/', 25), files('swept/', 25)];
      const swept: number[] = [];
      for (const each of sweeps) swept.push(await each.sweepTemporary(false));
      expect(swept).toEqual([0, 0, 2, 0]);
      expect(String(await files('swept/', 25).read(ASSET, 'original'))).toBe('whole');
    });

    test('gives a file by an address that needs no credential, with the name and type that we say, until it ends', {
      timeout: START_MS,
    }, async () => {
      const files = createS3AssetFiles({ ...place, prefix: 'linked/' }, keys);
      await files.put(ASSET, 'original', Buffer.from('a picture'));
      const disposition = `attachment; filename="H_fen.jpg"; filename*=UTF-8''H%C3%A4fen.jpg`;
      const answer = { mimeType: 'image/jpeg', disposition, seconds: 2 };
      const address = await (await files.open(ASSET, 'original'))?.link?.(answer);
      const given = await fetch(address ?? '');
      expect([given.status, await given.text()]).toEqual([200, 'a picture']);
      expect(given.headers.get('content-type')).toContain('image/jpeg');
      expect(given.headers.get('content-disposition')).toBe(disposition);
      expect((await fetch(address ?? '', { headers: { range: 'bytes=2-4' } })).status).toBe(206);
      const elsewhere = (address ?? '').replace(ASSET, OTHER);
      expect((await fetch(elsewhere)).status).toBe(403);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      expect((await fetch(address ?? '')).status).toBe(403);
    });

    test('keeps archives of imports for every process', { timeout: START_MS }, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'assay-archives-'));
      const shared = bucketArchives({ ...place, prefix: 'archives/' }, keys);
      const [secrets, ids] = [[randomBytes(32)] as const, uuidV7Ids(systemClock)];
      const settings = {
        archiveBytesMax: 2 ** 30,
        pictureBytesMax: 2 ** 20,
        keys: null,
        sources: [],
        shared,
        secrets,
        ids,
      };
      const [received, other] = await Promise.all(
        ['a', 'b'].map((name) => createImportSources(path.join(folder, name), settings)),
      );
      // Of more than one part.
      const bytes = zipSync({ 'a.jpg': randomBytes(900_000), 'b.jpg': [randomBytes(PART_BYTES + 1000), { level: 0 }] });
      const archive = await received!.receive(Readable.from([bytes]));
      await received!.keep(archive);
      const id = archive.importId;
      const job = { id, kind: 'zip', source: null, organizationId: OTHER } as const;
      const source = await other!.open(job);
      expect((await source?.read('a.jpg'))?.length).toBe(900_000);
      await source?.close();
      expect((await other!.kept()).map(({ importId }) => importId)).toEqual([id]);
      await other!.remove(id);
      expect(await shared.list()).toEqual([]);
      // Its own copy goes as soon as it looks.
      expect((await received!.kept()).map(({ importId }) => importId)).toEqual([id]);
      await rm(folder, { recursive: true });
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
