import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isConsistent } from '@assay/core/transparency/checkProof';
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import { readEntryBundle } from '@assay/core/transparency/logEntry';
import { leafHash } from '@assay/core/transparency/merkleTree';
import { checkTlogProof, readTlogProof } from '@assay/core/transparency/tlogProof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendLeaf } from '../../../../src/adapters/db/transparency/transparencyLeaves.ts';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import { type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { openLog } from '../../../support/openLog.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';

const database = withTestDatabase('embedded');
let service: DatabaseService;
let folder: string;
let publish: () => Promise<unknown>;

const get = (url: string) => service.app.inject({ method: 'GET', url });
const append = (from: number, count: number) =>
  database().write(async (transaction) => {
    for (let index = from; index < from + count; index++) {
      const createdAt = new Date(1_800_000_000_000 + index);
      await appendLeaf(transaction, { id: randomUUID(), entry: Buffer.from(`entry ${index}`), createdAt });
    }
  });
const code = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { error_code: string }).error_code,
];
const keyOf = async () => {
  const { origin, publicKey } = await service.ports.transparencyLog.identity();
  return { name: origin, publicKey };
};

beforeAll(async () => {
  service = await startDatabaseService(database());
  folder = await mkdtemp(path.join(tmpdir(), 'assay-log-'));
  publish = openLog(database(), folder).publish;
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

test('404: before the log has signed anything', async () => {
  for (const url of [
    '/tlog/checkpoint',
    '/v1/transparency',
    '/tlog/tile/0/000.p/1',
    '/v1/transparency/inclusion?index=0',
  ])
    expect(code(await get(url)), url).toEqual([404, 'LOG_ENTRY_NOT_FOUND']);
});

describe('a log of 300 entries', () => {
  beforeAll(async () => {
    await append(0, 200);
    await publish();
    await append(200, 100);
    await publish();
  });

  test('200: the checkpoint, for everyone and for seconds only', async () => {
    const answer = await get('/tlog/checkpoint');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(openCheckpoint(answer.body, await keyOf(), verifyEd25519)?.size).toBe(300);
    const earlier = await get('/tlog/checkpoints/200');
    expect(openCheckpoint(earlier.body, await keyOf(), verifyEd25519)?.size).toBe(200);
    expect(earlier.headers['cache-control']).toContain('immutable');
  });

  test('200: tiles and entries, with and without a slash, to be kept for ever', async () => {
    const full = await get('/tlog/tile/0/000');
    expect(full.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(full.rawPayload).toHaveLength(8192);
    const partial = await get('/tlog/tile/0/001.p/44/');
    const entries = readEntryBundle((await get('/tlog/tile/entries/001.p/44')).rawPayload);
    expect(partial.rawPayload).toEqual(Buffer.concat((entries ?? []).map(leafHash)));
    expect(entries?.map((entry) => Buffer.from(entry).toString())).toEqual(
      Array.from({ length: 44 }, (_, index) => `entry ${256 + index}`),
    );
  });

  test.each([
    '/tlog/tile/0/001',
    '/tlog/tile/0/001.p/45',
    '/tlog/tile/0/1',
    '/tlog/tile/0/x001/000',
    '/tlog/tile/entries/002.p/1',
    '/tlog/tile/64/000',
    '/tlog/tile/0/..%2f..%2fcheckpoint',
    '/tlog/checkpoints/299',
    '/tlog/timestamps/300',
  ])('404: %s', async (url) => expect(code(await get(url))).toEqual([404, 'LOG_ENTRY_NOT_FOUND']));

  test('200: what the log is, and proofs as JSON that hold', async () => {
    const log = (await get('/v1/transparency')).json();
    const { origin, verifierKey } = await service.ports.transparencyLog.identity();
    expect(log).toMatchObject({
      origin,
      verifier_key: verifierKey,
      tree_size: 300,
      prefix: 'http://assay.test/tlog/',
      anchor: null,
      timestamp: null,
    });
    const { tlog_proof } = (await get('/v1/transparency/inclusion?index=7')).json() as { tlog_proof: string };
    const proof = readTlogProof(tlog_proof);
    expect(proof && checkTlogProof(proof, Buffer.from('entry 7'), await keyOf(), verifyEd25519)?.size).toBe(300);
    const { hashes } = (await get('/v1/transparency/consistency?first=200&second=300')).json() as { hashes: string[] };
    const head = async (size: number) => {
      const found = await service.ports.transparencyLog.checkpointOf(size);
      if (!found) throw new Error(`no checkpoint of ${size}`);
      return found;
    };
    const decoded = hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')));
    expect(isConsistent(await head(200), await head(300), decoded)).toBe(true);
  });

  test('404: what no checkpoint covers; 422: what is no place', async () => {
    for (const query of ['inclusion?index=300', 'consistency?first=1&second=301', 'consistency?first=3&second=2'])
      expect(code(await get(`/v1/transparency/${query}`)), query).toEqual([404, 'LOG_ENTRY_NOT_FOUND']);
    for (const query of [
      'inclusion',
      'inclusion?index=-1',
      'inclusion?index=x',
      'consistency?first=1',
      'inclusion?index=1.5',
    ])
      expect(code(await get(`/v1/transparency/${query}`)), query).toEqual([422, 'VALIDATION_ERROR']);
    expect(code(await get('/tlog/checkpoints/x'))).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('405: nothing can be written', async () => {
    for (const url of ['/tlog/checkpoint', '/v1/transparency'])
      expect((await service.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(405);
  });
});
