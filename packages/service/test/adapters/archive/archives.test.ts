import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decode } from '@ipld/dag-cbor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveFormat } from '../../../src/adapters/archive/archiveFile.ts';
import { createFolderArchive } from '../../../src/adapters/archive/folderArchive.ts';
import { createS3Archive } from '../../../src/adapters/archive/s3Archive.ts';
import { openS3Store } from '../../../src/adapters/storage/s3Store.ts';
import { carBlock, carCid, carHeader, cidOf, readCar } from '../../../src/adapters/content/car.ts';
import type { ArchiveContents, ArchiveStore } from '../../../src/app/ports/content/archives.ts';
import { DamagedFileError } from '../../../src/app/ports/assets/storage.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../../support/s3Server.ts';
import { manualClock } from '../../fakes/manualClock.ts';

const MIB = 1024 * 1024;
const pattern = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7 + Math.floor(i / 251)) % 256);
const HASH = 'a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447';

const CONTENTS: ArchiveContents = {
  facts: {
    assetId: '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6',
    organizationId: '01980a5e-0000-7000-8000-000000000001',
    cid: 'bafkreigafswq556y4ao2olq3ylblk253xvred7mukaz6u4l7isp425dtga',
    contentHash: HASH,
    mimeType: 'image/jpeg',
    originalFilename: 'boat.jpg',
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    isEncrypted: false,
  },
  files: [
    { variant: 'watermarked', bytes: pattern(2 * MIB + 5), contentHash: HASH },
    { variant: 'original', bytes: pattern(1000), contentHash: HASH },
    { variant: 'preview', bytes: pattern(1000), contentHash: null },
  ],
};

describe('the archive file', () => {
  test('is the same for the same contents, whatever their order, and holds equal blocks once', async () => {
    const made = await archiveFormat.pack(CONTENTS);
    // Frozen: docs/spec/content-addressing.md quotes it.
    expect(made.cid).toBe('bagbaierakplluiv5akshlumj3akfavqhhqe2vwnxhftku6mqvc3oz7uei7mq');
    const turned = await archiveFormat.pack({ ...CONTENTS, files: [...CONTENTS.files].reverse() });
    expect(Buffer.from(turned.file).equals(made.file)).toBe(true);
    const { roots, blocks } = readCar(made.file);
    // Manifest, the one block of original and preview, and of the delivered file a node and three leaves.
    expect(blocks.size).toBe(6);
    const manifest = decode(blocks.get(String(roots[0])) ?? new Uint8Array()) as { files: { variant: string }[] };
    expect(manifest.files.map(({ variant }) => variant)).toEqual(['original', 'preview', 'watermarked']);
  });

  test('is made and checked in steps, between which others have their turn', async () => {
    const files = [{ variant: 'original', bytes: pattern(8 * MIB), contentHash: HASH }] as const;
    const life = { isOver: false, turns: 0 };
    const counting = (async () => {
      for (; !life.isOver; life.turns++) await new Promise(setImmediate);
    })();
    const { cid, file } = await archiveFormat.pack({ ...CONTENTS, files });
    const whileMade = life.turns;
    await archiveFormat.unpack(cid, file);
    life.isOver = true;
    await counting;
    // Of 8 MiB: hashed as blocks, as a file and as an archive; copied; each in steps of 1 MiB.
    expect(whileMade).toBeGreaterThan(20);
    expect(life.turns - whileMade).toBeGreaterThan(10);
  });

  test('gives its contents back', async () => {
    const { cid, file } = await archiveFormat.pack(CONTENTS);
    const { facts, files } = await archiveFormat.unpack(cid, file);
    expect(facts).toEqual(CONTENTS.facts);
    expect(files.map(({ variant, bytes }) => [variant, Buffer.from(bytes).toString('base64')])).toEqual(
      ['original', 'preview', 'watermarked'].map((variant) => [
        variant,
        Buffer.from(CONTENTS.files.find((one) => one.variant === variant)?.bytes ?? []).toString('base64'),
      ]),
    );
  });

  test('refuses any change, any cut, and another name', async () => {
    const { cid, file } = await archiveFormat.pack(CONTENTS);
    for (const at of [0, 60, 300, file.length - 1]) {
      const changed = Uint8Array.from(file);
      changed[at] = (changed[at] as number) ^ 1;
      await expect(archiveFormat.unpack(cid, changed)).rejects.toThrow(DamagedFileError);
      // Even under the name that fits the changed bytes.
      await expect(archiveFormat.unpack(carCid(changed), changed)).rejects.toThrow(DamagedFileError);
    }
    await expect(archiveFormat.unpack(cid, file.subarray(0, -1))).rejects.toThrow(DamagedFileError);
    const other = (await archiveFormat.pack({ ...CONTENTS, files: [] })).cid;
    await expect(archiveFormat.unpack(other, file)).rejects.toThrow(DamagedFileError);
  });

  test('refuses a well-formed CAR file that is no archive, or lacks a block', async () => {
    const block = new Uint8Array([1, 2, 3]);
    const raw = Buffer.concat([carHeader([cidOf(0x55, block)]), carBlock(cidOf(0x55, block), block)]);
    await expect(archiveFormat.unpack(carCid(raw), raw)).rejects.toThrow(/no manifest/);
    const { roots, blocks } = readCar((await archiveFormat.pack(CONTENTS)).file);
    const [root] = roots;
    if (!root) throw new Error('no root');
    const lone = Buffer.concat([carHeader([root]), carBlock(root, blocks.get(root.toString()) ?? new Uint8Array())]);
    await expect(archiveFormat.unpack(carCid(lone), lone)).rejects.toThrow(/is missing/);
  });
});

const [CID, OTHER] = [carCid(pattern(1)), carCid(pattern(2))];

function writeOnce(open: () => ArchiveStore, alter: (cid: string) => Promise<void>): void {
  test('gives back what was put, and nothing for another name', async () => {
    await open().put(CID, pattern(3000));
    expect(Buffer.from((await open().read(CID)) ?? []).equals(pattern(3000))).toBe(true);
    expect(await open().read(OTHER)).toBeNull();
  });

  test('takes the same file twice, and never another one under its name', async () => {
    await open().put(CID, pattern(3000));
    await expect(open().put(CID, pattern(2999))).rejects.toThrow(/other bytes/);
    expect((await open().read(CID))?.length).toBe(3000);
    await alter(CID);
    await expect(open().put(CID, pattern(3000))).rejects.toThrow(/other bytes/);
  });
}

describe('in a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-archive-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const fileOf = (cid: string) => path.join(folder, 'archive', cid.slice(-2), `${cid}.car`);

  writeOnce(
    () => createFolderArchive(path.join(folder, 'archive')),
    async (cid) => {
      await rm(fileOf(cid));
      await writeFile(fileOf(cid), 'something else');
    },
  );

  test('a file is read-only, and nothing temporary stays', async () => {
    const store = createFolderArchive(path.join(folder, 'archive'));
    await store.put(OTHER, pattern(10));
    expect((await stat(fileOf(OTHER))).mode & 0o777).toBe(0o400);
    expect((await readdir(path.dirname(fileOf(OTHER)))).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await readFile(fileOf(OTHER))).length).toBe(10);
    await expect(store.put('../escape', pattern(1))).rejects.toThrow(RangeError);
  });

  test('many at once write one file', async () => {
    const store = createFolderArchive(path.join(folder, 'crowd'));
    const file = randomBytes(5000);
    await Promise.all(Array.from({ length: 8 }, () => store.put(CID, file)));
    expect(Buffer.from((await store.read(CID)) ?? []).equals(file)).toBe(true);
  });
});

describe('in an S3 bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());
  const clock = manualClock(new Date('2026-11-20T12:00:00.000Z'));
  const place = (endpoint: string) => ({ bucket: S3_BUCKET, prefix: 'long/term/', endpoint, region: 'us-east-1' });
  const unlocked = { mode: 'none', retainDays: 1 } as const;
  const open = () => createS3Archive(place(server.endpoint), S3_CREDENTIALS, unlocked, clock);

  writeOnce(open, async (cid) => {
    await openS3Store(place(server.endpoint), S3_CREDENTIALS).putObject(`long/term/${cid}.car`, 'something else');
  });

  test('under Object Lock it names mode, day and checksum of every object', async () => {
    let seen: IncomingHttpHeaders | null = null;
    const recorder: Server = createServer((request, response) => {
      request.resume();
      if (request.method === 'PUT') seen = request.headers;
      response.writeHead(request.method === 'PUT' ? 200 : 404).end();
    });
    await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    const locked = { mode: 'compliance', retainDays: 10 } as const;
    await createS3Archive(place(endpoint), S3_CREDENTIALS, locked, clock).put(CID, pattern(100));
    recorder.closeAllConnections();
    await new Promise((resolve) => recorder.close(resolve));
    expect(seen).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': '2026-11-30T12:00:00.000Z',
      'x-amz-checksum-sha256': expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
    const { authorization } = seen as unknown as { authorization: string };
    for (const name of ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date', 'x-amz-checksum-sha256'])
      expect(authorization).toContain(name);
  });

  test('a store that is away: come again later', async () => {
    const away = createS3Archive(place('http://127.0.0.1:9'), S3_CREDENTIALS, unlocked, clock);
    await expect(away.put(CID, pattern(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(away.read(CID)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
