/**
 * What content addressing and encryption at rest cost, MB/s of plaintext (1 MB = 10^6 bytes), each beside the raw rate of
 * node:crypto on the same bytes: UnixFS identifiers beside SHA-256, CAR files written and read back, encryption and
 * decryption of whole files and of a stream beside one call of AES-256-GCM, and ranges of an encrypted file.
 *
 *     npx tsx --conditions=assay-source bench/speed/content.ts [MEGABYTES ...]
 *
 * Writes bench/results/content/speed.json. Times are processor time of all threads, so that other work on the machine
 * counts little; of several runs the quickest counts, because it can only add.
 */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { archiveFormat } from '@assay/service/adapters/archive/archiveFile';
import { carBlock, carHeader, readCar } from '@assay/service/adapters/content/car';
import { contentIds } from '@assay/service/adapters/content/contentIds';
import { unixfsDag } from '@assay/service/adapters/content/unixfsDag';
import { fileContext, openBytes, sealBytes } from '@assay/service/adapters/encryption/sealedBytes';
import { openSealed } from '@assay/service/adapters/encryption/sealedReader';
import { CID } from 'multiformats/cid';
import { saveResult } from '../machine.ts';

const MB = 1e6;
const SIZES_MB = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.1, 1, 10, 50];
const RUNS = 7;
/** Small files are done several times in one run, so that the clock has something to measure. */
const BYTES_A_RUN = 20 * MB;
const RANGE_BYTES = 64 * 1024;
const RANGES = 200;
const ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const FILE_KEY = { key: randomBytes(32), context: fileContext(ID, ID, 'original') };

/** Processor time of the quickest run, ms. */
async function quickestMs(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const began = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

async function rate(bytes: number, run: () => unknown): Promise<number> {
  const times = Math.max(1, Math.round(BYTES_A_RUN / bytes));
  const ms = await quickestMs(async () => {
    for (let i = 0; i < times; i++) await run();
  });
  return Math.round((bytes * times) / MB / (ms / 1000));
}

const stored = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  stream: (range?: { readonly start: number; readonly end: number }) =>
    Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes, { objectMode: false }),
});

async function drain(stream: NodeJS.ReadableStream): Promise<number> {
  let bytes = 0;
  for await (const part of stream) bytes += (part as Buffer).length;
  return bytes;
}

async function measure(megabytes: number) {
  const bytes = randomBytes(megabytes * MB);
  const sealed = sealBytes(FILE_KEY, bytes);
  const dag = await unixfsDag(bytes);
  const car = Buffer.concat([
    carHeader([CID.parse(dag.rootCid)]),
    ...dag.blocks.map(({ cid, node, start, length }) =>
      carBlock(CID.parse(cid), node ?? bytes.subarray(start, start + length)),
    ),
  ]);
  const facts = {
    assetId: ID,
    organizationId: ID,
    cid: dag.rootCid,
    contentHash: createHash('sha256').update(bytes).digest('hex'),
    mimeType: 'image/jpeg',
    originalFilename: null,
    createdAt: new Date(0),
    isEncrypted: true,
  };
  const contents = { facts, files: [{ variant: 'original', bytes: sealed, contentHash: facts.contentHash }] } as const;
  const archive = await archiveFormat.pack(contents);
  const rawGcm = () => {
    const cipher = createCipheriv('aes-256-gcm', FILE_KEY.key, Buffer.alloc(12), { authTagLength: 16 });
    cipher.update(bytes);
    cipher.final();
    return cipher.getAuthTag();
  };
  const size = bytes.length;
  return {
    megabytes,
    mbPerS: {
      sha256: await rate(size, () => createHash('sha256').update(bytes).digest()),
      contentIdentifiers: await rate(size, () => contentIds(bytes)),
      unixfsBlocks: await rate(size, () => unixfsDag(bytes)),
      carRead: await rate(size, () => readCar(car)),
      archivePack: await rate(size, () => archiveFormat.pack(contents)),
      archiveUnpack: await rate(size, () => archiveFormat.unpack(archive.cid, archive.file)),
      aes256Gcm: await rate(size, rawGcm),
      encrypt: await rate(size, () => sealBytes(FILE_KEY, bytes)),
      decrypt: await rate(size, () => openBytes(FILE_KEY, sealed)),
      decryptAsStream: await rate(size, async () => drain((await openSealed(FILE_KEY, stored(sealed))).stream())),
    },
  };
}

/** Opening an encrypted file and reading one range of it, as a download with `Range` does. */
async function rangeMs(megabytes: number): Promise<number> {
  const sealed = sealBytes(FILE_KEY, randomBytes(megabytes * MB));
  const ms = await quickestMs(async () => {
    for (let i = 0; i < RANGES; i++) {
      const start = Math.floor((i / RANGES) * (megabytes * MB - RANGE_BYTES));
      const file = await openSealed(FILE_KEY, stored(sealed));
      await drain(file.stream({ start, end: start + RANGE_BYTES - 1 }));
    }
  });
  return Number((ms / RANGES).toFixed(3));
}

const loadBefore = loadavg()[0];
const sizes = [];
for (const megabytes of SIZES_MB) {
  const row = await measure(megabytes);
  sizes.push(row);
  console.log(JSON.stringify(row));
}
const file = saveResult('content/speed', {
  what: 'MB of plaintext per second of processor time, the quickest of several runs; range: opening an encrypted file and reading 64 KiB of it, ms of processor time',
  runs: RUNS,
  loadBefore,
  sizes,
  encryptedRangeMs: await rangeMs(50),
});
console.log(file);
