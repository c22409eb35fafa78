/**
 * Search in PostgreSQL without an index in the process, beside the inverted file of the embedded database, on the same photos.
 *     npx tsx --conditions=assay-source bench/retrieval/databaseSearch.ts PHOTOS DATABASE_URL [ROWS] [QUERIED]
 * A fresh database on the server of DATABASE_URL gets all photos and ROWS made pictures: words and signatures of other photos put
 * together at random, a quarter of the signatures' bits turned, as localSearch.ts makes them. QUERIED photos are looked for
 * after each of the 19 edits. Reports for both whether the photo was among the twenty whose features are compared, and
 * whether it came first after that; what a query takes in the database; insertion; bytes a picture on disk. 1,000,000 rows take about
 * 20 GB of disk and some hours on two cores. Writes bench/results/fingerprint/database-search.json.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { decodeFeatures } from '@assay/core/search/compactFeatures';
import { decodeIndexRecord, encodeIndexRecord, type IndexRecord } from '@assay/core/search/indexRecord';
import { InvertedFile } from '@assay/core/search/invertedFile';
import { queryKeys } from '@assay/core/search/localKeys';
import { agreeOnSimilarity, matchFeatures } from '@assay/core/search/similarityVote';
import { assignment } from '@assay/core/search/visualWords';
import pg from 'pg';
import { createSearchRows } from '../../packages/service/src/adapters/db/fingerprints/searchRows.ts';
import { openDatabase } from '../../packages/service/src/adapters/db/connection/open.ts';
import { localQuery, localRecord } from '../../packages/service/src/adapters/engine/localFeatures.ts';
import { completedAsset, registerAccount, testRepositories } from '../../packages/service/test/support/fixtures.ts';
import { saveResult } from '../machine.ts';
import { type Random, seededRandom } from '../verdict/random.ts';
import { EDITS } from './edits.ts';
import { photoSets } from './photoSets.ts';
import { readPicture, type RgbPicture } from './rgbPicture.ts';

const NAMED = 100;
const COMPARED = 20;
const MADE_FEATURES = 370;
const AT_ONCE = 500;

const [folder, serverUrl, rowsArgument = '10000', queriedArgument = '8'] = process.argv.slice(2);
if (!folder || !serverUrl) throw new Error('usage: databaseSearch.ts PHOTOS DATABASE_URL [ROWS] [QUERIED]');
const made = Number(rowsArgument);
const queried = Number(queriedArgument);
const sets = photoSets(folder);
const photos = [...sets.database, ...sets.learned, ...sets.calibration];
const random = seededRandom(7);

const server = new pg.Client({ connectionString: serverUrl });
await server.connect();
const name = `assay_bench_${randomUUID().replaceAll('-', '')}`;
await server.query(`create database ${name}`);
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
const database = await openDatabase({ url });
const client = new pg.Client({ connectionString: url });
await client.connect();

interface Picture {
  readonly id: string;
  readonly record: Uint8Array;
  readonly features: Uint8Array;
}

/** Its row is the pattern of all others: search looks at nothing of an asset but whose it is. */
const repositories = testRepositories(database);
const account = await registerAccount(repositories, { publicVerification: true });
const pattern = await completedAsset(repositories, account, {}, {});

async function insert(pictures: readonly Picture[]): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into assets
     select (jsonb_populate_record(a, jsonb_build_object('id', i, 'cid', i, 'content_hash', md5(i::text)))).*
       from assets a, unnest($1::uuid[]) i where a.id = $2`,
    [pictures.map(({ id }) => id), pattern.id],
  );
  await client.query("set session_replication_role = 'origin'");
  await client.query(
    `insert into local_features (asset_id, features, record, scan)
     select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[])`,
    [
      pictures.map(({ id }) => id),
      pictures.map(({ features }) => Buffer.from(features)),
      pictures.map(({ record }) => Buffer.from(record)),
      pictures.map(() => Buffer.alloc(0)),
    ],
  );
}

/** Features of many pictures side by side; of every signature each bit is turned with a chance of a quarter. */
function madeRecord(from: readonly IndexRecord[], source: Random): IndexRecord {
  const record = assignment(MADE_FEATURES);
  const some = (): number => (source.uniform() * 2 ** 32) >>> 0;
  for (let i = 0; i < MADE_FEATURES; i++) {
    const picture = from[source.below(from.length)] as IndexRecord;
    const feature = source.below(picture.words.length);
    record.words[i] = picture.words[feature] ?? 0;
    record.low[i] = ((picture.low[feature] ?? 0) ^ (some() & some())) >>> 0;
    record.high[i] = ((picture.high[feature] ?? 0) ^ (some() & some())) >>> 0;
  }
  return record;
}

const stored = new Map<string, Picture>();
const inverted = new InvertedFile();
const ids: string[] = [];
for (const file of photos) {
  const picture = { id: randomUUID(), ...localRecord(fingerprint(await readPicture(file)).local) };
  ids.push(picture.id);
  stored.set(picture.id, picture);
  inverted.add(picture.id, 'photos', decodeIndexRecord(picture.record));
}
const pool: IndexRecord[] = [];
for (const file of sets.backgrounds)
  pool.push(decodeIndexRecord(localRecord(fingerprint(await readPicture(file)).local).record));

let insertMs = 0;
let batch: Picture[] = [];
async function flush(): Promise<void> {
  const at = performance.now();
  await insert(batch);
  insertMs += performance.now() - at;
  batch = [];
}
for (let i = 0; i < made; i++) {
  const record = madeRecord(pool, random);
  const picture = { id: randomUUID(), record: encodeIndexRecord(record), features: new Uint8Array(0) };
  inverted.add(picture.id, 'made', record);
  batch.push(picture);
  if (batch.length === AT_ONCE) await flush();
}
batch.push(...stored.values());
await flush();
await client.query('vacuum analyze');
const { rows: sizes } = await client.query<{ heap: string; index: string }>(
  `select pg_relation_size('assay_search.local_keys') as heap, pg_relation_size('assay_search.local_keys_by_key') as index`,
);

const rows = createSearchRows(database);
const scope = { organizationIds: [] };
const databaseMs: number[] = [];
const invertedMs: number[] = [];

async function namedByDatabase(query: { upright: Uint8Array; mirrored: Uint8Array }): Promise<string[]> {
  const forms = [query.upright, query.mirrored].map((form) => decodeFeatures(form));
  const keys = forms.map((form) => queryKeys(form));
  const at = performance.now();
  const records = await rows.alikeByKeys(keys, scope, NAMED);
  databaseMs.push(performance.now() - at);
  const among = new InvertedFile();
  for (const { assetId, record } of records) among.add(assetId, '', decodeIndexRecord(record));
  return votes(among, query);
}

function votes(among: InvertedFile, { upright, mirrored }: { upright: Uint8Array; mirrored: Uint8Array }): string[] {
  const all = [upright, mirrored]
    .flatMap((form) => among.search(decodeFeatures(form), COMPARED))
    .sort((a, b) => b.score - a.score);
  return [...new Set(all.map(({ id }) => id))].slice(0, COMPARED);
}

/** Whose features agree best. */
function first(among: readonly string[], query: { upright: Uint8Array; mirrored: Uint8Array }): string | null {
  let best: { id: string | null; inliers: number } = { id: null, inliers: 0 };
  for (const id of among) {
    const picture = stored.get(id);
    if (!picture) continue;
    const features = decodeFeatures(picture.features);
    for (const form of [query.upright, query.mirrored].map((bytes) => decodeFeatures(bytes))) {
      const { inliers } = agreeOnSimilarity(form, features, matchFeatures(form, features));
      if (inliers > best.inliers) best = { id, inliers };
    }
  }
  return best.id;
}

interface Tally {
  queries: number;
  databaseAmong: number;
  databaseFirst: number;
  invertedAmong: number;
  invertedFirst: number;
}
const byEdit: Record<string, Tally> = {};

async function ask(edit: string, picture: RgbPicture, right: string): Promise<void> {
  const query = localQuery(picture);
  const named = await namedByDatabase(query);
  const at = performance.now();
  const voted = votes(inverted, query);
  invertedMs.push(performance.now() - at);
  const tally = (byEdit[edit] ??= {
    queries: 0,
    databaseAmong: 0,
    databaseFirst: 0,
    invertedAmong: 0,
    invertedFirst: 0,
  });
  tally.queries++;
  tally.databaseAmong += named.includes(right) ? 1 : 0;
  tally.databaseFirst += first(named, query) === right ? 1 : 0;
  tally.invertedAmong += voted.includes(right) ? 1 : 0;
  tally.invertedFirst += first(voted, query) === right ? 1 : 0;
}

for (let q = 0; q < queried; q++) {
  const photo = (q * 13) % sets.database.length;
  const picture = await readPicture(sets.database[photo] as string);
  for (const [number, [edit, apply]] of Object.entries(EDITS).entries()) {
    const seed = seededRandom(1000 * photo + number);
    const background = await readPicture(sets.backgrounds[seed.below(sets.backgrounds.length)] as string);
    await ask(edit, await apply(picture, background, seed), ids[photo] as string);
  }
}

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);
const tallies = Object.values(byEdit);
const percent = (of: keyof Tally): number => {
  const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0);
  return Number(((100 * sum(of)) / sum('queries')).toFixed(2));
};
const total = made + photos.length;
const result = {
  photos: photos.length,
  made,
  queries: databaseMs.length,
  recallPercent: {
    database: { amongCompared: percent('databaseAmong'), first: percent('databaseFirst') },
    invertedFile: { amongCompared: percent('invertedAmong'), first: percent('invertedFirst') },
  },
  elapsedMs: {
    database: { median: percentile(databaseMs, 0.5), p95: percentile(databaseMs, 0.95) },
    invertedFile: { median: percentile(invertedMs, 0.5), p95: percentile(invertedMs, 0.95) },
  },
  insertedPerSecond: Math.round((1000 * total) / insertMs),
  bytesAPicture: {
    table: Math.round(Number(sizes[0]?.heap) / total),
    index: Math.round(Number(sizes[0]?.index) / total),
  },
  byEdit,
};
await client.end();
await database.close();
await server.query(`drop database ${name} with (force)`);
await server.end();
console.log(
  saveResult('fingerprint/database-search', result),
  JSON.stringify({ ...result, byEdit: undefined }, null, 1),
);
