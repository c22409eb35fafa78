/**
 * What a search among many stored pictures costs in the service: its index thread, filled with made rows.
 *     npx tsx --conditions=assay-source bench/retrieval/searchIndex.ts PHOTOS [ROWS]
 * Rows are made as in localSearch.ts (features of photos put together at random, a quarter of the signatures' bits turned)
 * with random unit vectors; queries are photos as they are and reduced. Reports how long the index takes to fill, how much
 * memory it takes, and for a query the time of the votes with the comparison of the best, and of the scan of vectors. What
 * reading the rows from the embedded database takes is measured with 1,000 real ones.
 * Writes bench/results/fingerprint/search-index.json.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { localQuery, localRecord } from '../../packages/service/src/adapters/engine/localFeatures.ts';
import {
  fingerprintVectors,
  storedFingerprint,
} from '../../packages/service/src/adapters/engine/fingerprintVectors.ts';
import { systemClock } from '../../packages/service/src/adapters/runtime/clock.ts';
import { openDatabase } from '../../packages/service/src/adapters/db/connection/open.ts';
import {
  createSearchRows,
  type IndexRow,
  type SearchRows,
} from '../../packages/service/src/adapters/db/fingerprints/searchRows.ts';
import { createLocalSearch } from '../../packages/service/src/adapters/searchIndex/localSearch.ts';
import { createScannedNearest } from '../../packages/service/src/adapters/searchIndex/scannedNearest.ts';
import { createSearchIndex } from '../../packages/service/src/adapters/searchIndex/searchIndex.ts';
import { completedAsset, registerAccount, testRepositories } from '../../packages/service/test/support/fixtures.ts';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { scanRecord } from '@assay/core/search/vectorScan';
import { saveResult } from '../machine.ts';
import { type Random, seededRandom } from '../verdict/random.ts';
import { photoSets } from './photoSets.ts';
import { readPicture } from './rgbPicture.ts';

const STORED_ROWS = 1000;
const POOL = 60;
const QUERIES = 12;
const ENTRY_BYTES = 10;
const FEATURES = 370;

const [folder, rowsArgument = '100000'] = process.argv.slice(2);
if (!folder) throw new Error('usage: bench/retrieval/searchIndex.ts PHOTOS [ROWS]');
const count = Number(rowsArgument);
const sets = photoSets(folder);
const random = seededRandom(20261121);

const pool: Uint8Array[] = [];
const features: Uint8Array[] = [];
for (const file of sets.learned.slice(0, POOL)) {
  const local = localRecord(fingerprint(await readPicture(file)).local);
  pool.push(local.record);
  features.push(local.features);
}

function madeRecord(source: Random): Uint8Array {
  const record = new Uint8Array(ENTRY_BYTES * FEATURES);
  for (let i = 0; i < FEATURES; i++) {
    const from = pool[source.below(pool.length)] as Uint8Array;
    const at = ENTRY_BYTES * source.below(from.length / ENTRY_BYTES);
    record.set(from.subarray(at, at + ENTRY_BYTES), ENTRY_BYTES * i);
    for (let byte = 2; byte < ENTRY_BYTES; byte++)
      record[ENTRY_BYTES * i + byte] =
        (record[ENTRY_BYTES * i + byte] as number) ^ (source.below(256) & source.below(256));
  }
  return record;
}

function madeScan(source: Random): Uint8Array {
  const unit = (length: number): Float32Array => {
    const vector = Float32Array.from({ length }, () => source.uniform() - 0.5);
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  };
  const pdq = Uint8Array.from({ length: 32 }, () => source.below(256));
  return scanRecord({ embedding768: unit(768), embedding1024: unit(1024), pdq });
}

// Making numbers takes longer than what is measured, so a thousand scans serve all rows.
const scans = Array.from({ length: 1000 }, () => madeScan(random));
const ORGANIZATION = randomUUID();
const rows: SearchRows = {
  after: (sequence, _, limit) =>
    Promise.resolve(
      Array.from(
        { length: Math.min(limit, count - sequence) },
        (_unused, i): IndexRow => ({
          sequence: sequence + i + 1,
          assetId: `made ${sequence + i + 1}`,
          organizationId: ORGANIZATION,
          record: madeRecord(random),
          scan: scans[(sequence + i) % scans.length] as Uint8Array,
          model: 'made/1',
        }),
      ),
    ),
  organizationsIn: () => Promise.resolve([ORGANIZATION]),
  featuresOf: (ids) =>
    Promise.resolve(ids.map((assetId, i) => ({ assetId, features: features[i % features.length] as Uint8Array }))),
  fingerprintsOf: () => Promise.resolve([]),
  alikeByKeys: () => Promise.resolve([]),
  existing: (ids) => Promise.resolve(new Set(ids)),
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[sorted.length >> 1] as number);
};
const cpuMs = (): number => process.cpuUsage().user / 1000;

const made = cpuMs();
for (let i = 0; i < 1000; i++) madeRecord(random);
const makingMs = ((cpuMs() - made) / 1000) * count;

const rssBefore = process.memoryUsage().rss;
const index = createSearchIndex(rows, systemClock);
const filling = cpuMs();
await index.refresh();
const fillMs = cpuMs() - filling - makingMs;
const local = createLocalSearch(index, rows);
const nearest = createScannedNearest(index, rows);
const scope = { organizationIds: [ORGANIZATION] };
const times: { describe: number[]; local: number[]; nearest: number[] } = { describe: [], local: [], nearest: [] };
for (const file of sets.database.slice(0, QUERIES)) {
  const picture = await readPicture(file);
  let at = cpuMs();
  const lap = (of: number[]): void => {
    of.push(cpuMs() - at);
    at = cpuMs();
  };
  const query = localQuery(picture);
  const vectors = { ...fingerprintVectors(picture), model: 'made/1' };
  lap(times.describe);
  await local.find(query, scope);
  lap(times.local);
  await nearest(vectors, 10, scope);
  lap(times.nearest);
}
const rssMiB = Math.round((process.memoryUsage().rss - rssBefore) / 2 ** 20);
await index.close();

const database = await openDatabase({});
const repositories = testRepositories(database);
const account = await registerAccount(repositories, { publicVerification: true });
const stored = storedFingerprint(await readPicture(sets.database[0] as string));
for (let i = 0; i < STORED_ROWS; i++) await completedAsset(repositories, account, {}, { fingerprint: stored });
const inDatabase = createSearchRows(database);
const readings: number[] = [];
for (let round = 0; round < 5; round++) {
  const at = cpuMs();
  await inDatabase.after(0, [], STORED_ROWS);
  readings.push(cpuMs() - at);
}
const scanned: number[] = [];
for (let round = 0; round < 5; round++) {
  const at = cpuMs();
  await repositories.assets.nearest(stored, 10, { organizationIds: [account.organizationId] });
  scanned.push(cpuMs() - at);
}
await database.close();

const result = {
  rows: count,
  cpuMs: {
    fillIndex: Math.round(fillMs),
    describeQuery: median(times.describe),
    localSearch: median(times.local),
    nearest: median(times.nearest),
    readThousandRows: median(readings),
    nearestAmongThousandByTheDatabase: median(scanned),
  },
  indexMiB: rssMiB,
};
console.log(saveResult('fingerprint/search-index', result), result);
