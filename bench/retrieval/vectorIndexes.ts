/**
 * The two vectors of the whole picture in PostgreSQL: what halves and an approximate index cost in recall, and what they take.
 *     npx tsx --conditions=assay-source bench/retrieval/vectorIndexes.ts PHOTOS DATABASE_URL [ROWS] [QUERIED]
 * A fresh database gets the vectors of 200 photos and ROWS made ones, each a mixture of two photos' vectors with a little of a third,
 * in a table like `fingerprints`, with the indexes of the service, built concurrently. QUERIED photos are looked for after each of the
 * 19 edits, by the index and by reading everything. Reports how often both name the same row first and whether it is the photo;
 * times; insertion with the indexes there; bytes a row, those of the keys of local features (decision 21) too, and what ten and a hundred
 * million pictures take by them. Writes bench/results/fingerprint/vector-indexes.json.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { type Fingerprint, fingerprintVectors } from '@assay/core/fingerprint/fingerprint';
import { KEY_BITS, STORED_KEYS_MAX } from '@assay/core/search/localKeys';
import { WORDS } from '@assay/core/search/visualWords';
import pg from 'pg';
import {
  halfOf,
  VECTOR_INDEXES,
  VECTOR_SESSION_OPTIONS,
} from '../../packages/service/src/adapters/db/connection/vectorIndexes.ts';
import { saveResult } from '../machine.ts';
import { seededRandom } from '../verdict/random.ts';
import { EDITS } from './edits.ts';
import { photoSets } from './photoSets.ts';
import { readPicture } from './rgbPicture.ts';

const PHOTOS_STORED = 200;
const INSERTED = 500;
const KEYED = 10_000;
const COLUMNS = { clip_embedding: 'embedding768', dino_embedding: 'embedding1024' } as const;
type Column = keyof typeof COLUMNS;
const LENGTHS: Readonly<Record<Column, number>> = { clip_embedding: 768, dino_embedding: 1024 };

const [folder, serverUrl, rowsArgument = '100000', queriedArgument = '8'] = process.argv.slice(2);
if (!folder || !serverUrl) throw new Error('usage: vectorIndexes.ts PHOTOS DATABASE_URL [ROWS] [QUERIED]');
const made = Number(rowsArgument);
const queried = Number(queriedArgument);
const random = seededRandom(7);
const server = new pg.Client({ connectionString: serverUrl });
await server.connect();
const name = `assay_bench_${randomUUID().replaceAll('-', '')}`;
await server.query(`create database ${name}`);
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
const client = new pg.Client({ connectionString: url, options: VECTOR_SESSION_OPTIONS });
await client.connect();
await client.query(`create extension vector;
  create table fingerprints (id serial primary key, clip_embedding vector(768) not null, dino_embedding vector(1024) not null,
    pdq_bits bit(256) not null)`);

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return Math.round((performance.now() - startMs) / 100) / 10;
};
const literal = (vector: ArrayLike<number>): string => `[${Array.from(vector).join(',')}]`;
const bits = (pdq: Uint8Array): string => Array.from(pdq, (byte) => byte.toString(2).padStart(8, '0')).join('');

const { database: files, backgrounds } = photoSets(folder);
type Vectors = Pick<Fingerprint, 'embedding768' | 'embedding1024' | 'pdq'>;
const photos: { readonly file: string; readonly vectors: Vectors }[] = [];
for (const file of files.slice(0, PHOTOS_STORED))
  photos.push({ file, vectors: fingerprintVectors(await readPicture(file)) });
for (const { vectors } of photos)
  await client.query(
    'insert into fingerprints (clip_embedding, dino_embedding, pdq_bits) values ($1, $2, $3::bit(256))',
    [literal(vectors.embedding768), literal(vectors.embedding1024), bits(vectors.pdq)],
  );

/** Mixtures, made by the server: seven tenths of one, four of another, two of a third, of length one again. */
const mixed = (column: Column): string => {
  const times = (factor: number, of: string): string =>
    `${of}.${column} * array_fill(${factor}::real, array[${LENGTHS[column]}])::vector`;
  return `l2_normalize(${times(0.7, 'a')} + ${times(0.4, 'b')} + ${times(0.2, 'c')})`;
};
const insertMade = (count: number, seed: number): Promise<unknown> =>
  client.query(`insert into fingerprints (clip_embedding, dino_embedding, pdq_bits)
    select ${mixed('clip_embedding')}, ${mixed('dino_embedding')}, (a.pdq_bits # b.pdq_bits # c.pdq_bits)
    from (select 1 + mod(abs(hashint4(i)), ${photos.length}) as x, 1 + mod(abs(hashint4(i + 77777777)), ${photos.length}) as y,
        1 + mod(abs(hashint4(i + 155555555)), ${photos.length}) as z from generate_series(${seed}, ${seed + count - 1}) i) picked
      join fingerprints a on a.id = x join fingerprints b on b.id = y join fingerprints c on c.id = z`);
await insertMade(made, 1);
await client.query('vacuum analyze fingerprints');
await client.query("set maintenance_work_mem = '1GB'");
const buildSeconds: Record<string, number> = {};
for (const index of VECTOR_INDEXES) buildSeconds[index.name] = await seconds(() => client.query(index.statement));
const insertSeconds = await seconds(() => insertMade(INSERTED, made + 1));

const nearest = async (
  column: Column,
  query: ArrayLike<number>,
  byIndex: boolean,
): Promise<{ id: number; ms: number }> => {
  const length = LENGTHS[column];
  await client.query(`set enable_indexscan = ${byIndex ? 'on' : 'off'}`);
  const distance = byIndex
    ? `${halfOf(column, length)} <=> $1::halfvec(${length})`
    : `${column} <=> $1::vector(${length})`;
  const startMs = performance.now();
  const { rows } = await client.query<{ id: number }>(`select id from fingerprints order by ${distance} limit 20`, [
    literal(query),
  ]);
  return { id: rows[0]?.id ?? 0, ms: performance.now() - startMs };
};

const background = await readPicture(backgrounds[0] as string);
const found = { clip_embedding: tally(), dino_embedding: tally() };
for (let turn = 0; turn < queried; turn++) {
  const at = Math.floor((turn * photos.length) / queried);
  const photo = await readPicture(photos[at]?.file as string);
  for (const edit of Object.values(EDITS)) {
    const vectors = fingerprintVectors(await edit(photo, background, random));
    for (const [column, field] of Object.entries(COLUMNS) as [Column, 'embedding768' | 'embedding1024'][]) {
      const exact = await nearest(column, vectors[field], false);
      const approximate = await nearest(column, vectors[field], true);
      const row = found[column];
      row.asked += 1;
      row.same += approximate.id === exact.id ? 1 : 0;
      row.photoByIndex += approximate.id === at + 1 ? 1 : 0;
      row.photoByAll += exact.id === at + 1 ? 1 : 0;
      row.indexMs.push(approximate.ms);
      row.allMs.push(exact.ms);
    }
  }
}

function tally() {
  return { asked: 0, same: 0, photoByIndex: 0, photoByAll: 0, indexMs: [] as number[], allMs: [] as number[] };
}
const quantile = (values: readonly number[], share: number): number =>
  Math.round(10 * ([...values].sort((a, b) => a - b)[Math.floor(share * values.length)] ?? 0)) / 10;

// Keys of KEYED pictures, evenly spread, as the worst case for pages of the index.
await client.query(`create table local_keys (key integer not null, sequence integer not null);
  insert into local_keys select floor(random() * ${2 ** KEY_BITS * WORDS})::integer, i
    from generate_series(1, ${KEYED}) i, generate_series(1, ${STORED_KEYS_MAX});
  create index local_keys_by_key on local_keys (key, sequence)`);
const { rows: keySizes } = await client.query<{ heap: string; index: string }>(
  "select pg_table_size('local_keys') as heap, pg_relation_size('local_keys_by_key') as index",
);
const perKeyed = (bytes: string | undefined): number => Math.round(Number(bytes) / KEYED);

const { rows: sizes } = await client.query<{ name: string; bytes: string }>(
  `select 'rows' as name, pg_table_size('fingerprints') as bytes
   union all select indexname, pg_relation_size(indexname::regclass) from pg_indexes where tablename = 'fingerprints'`,
);
const total = photos.length + made + INSERTED;
const bytesPerRow: Record<string, number> = {
  ...Object.fromEntries(sizes.map((size) => [size.name, Math.round(Number(size.bytes) / total)])),
  local_keys: perKeyed(keySizes[0]?.heap),
  local_keys_by_key: perKeyed(keySizes[0]?.index),
};
/** GiB of all, and of the indexes alone, which should fit the memory. */
const onPaper = (pictures: number): { readonly diskGib: number; readonly indexesGib: number } => {
  const gib = (names: readonly string[]): number =>
    Math.round((names.reduce((sum, one) => sum + (bytesPerRow[one] ?? 0), 0) * pictures) / 2 ** 30);
  const all = Object.keys(bytesPerRow);
  return { diskGib: gib(all), indexesGib: gib(all.filter((one) => !['rows', 'local_keys'].includes(one))) };
};
const result = {
  rows: total,
  queriedPhotos: queried,
  edits: Object.keys(EDITS).length,
  columns: Object.fromEntries(
    Object.entries(found).map(([column, { indexMs, allMs, ...counts }]) => [
      column,
      {
        ...counts,
        indexMs: { p50: quantile(indexMs, 0.5), p95: quantile(indexMs, 0.95) },
        allMs: { p50: quantile(allMs, 0.5) },
      },
    ]),
  ),
  buildSeconds,
  insertedPerSecond: Math.round(INSERTED / insertSeconds),
  bytesPerRow,
  onPaper: { tenMillion: onPaper(10_000_000), hundredMillion: onPaper(100_000_000) },
};
console.log(JSON.stringify(result, null, 2));
await client.end();
await server.query(`drop database ${name}`);
await server.end();
console.log(saveResult('fingerprint/vector-indexes', result));
