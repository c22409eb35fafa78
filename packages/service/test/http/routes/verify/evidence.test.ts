import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readStoredZip, writeStoredZip, type ZipFile } from '@assay/core/encoding/storedZip';
import { BUNDLE_LIMITS } from '@assay/core/evidence/bundle';
import { verifyBundle } from '@assay/sdk/bundle';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { openLog } from '../../../support/openLog.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';

type Json = Record<string, never> & Record<string, unknown>;

const database = withTestDatabase('embedded');
let service: DatabaseService;
let folder: string;
let ada: Account;
let eve: Account;
let bundle: Uint8Array;
let checkId: string;
let files: readonly ZipFile[];

const send = async (url: string, text: string | Buffer, who: Account | null = ada): Promise<Json> => {
  const form = formOf([{ name: 'file', value: text, fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...who?.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};
const get = (id: unknown, who: Account | null = ada, query = '') =>
  service.app.inject({ method: 'GET', url: `/v1/verify/${id}/evidence.zip${query}`, headers: { ...who?.headers } });

beforeAll(async () => {
  service = await startDatabaseService(database());
  folder = await mkdtemp(path.join(tmpdir(), 'assay-evidence-'));
  [ada, eve] = [await newAccount(service), await newAccount(service)];
  const { publish } = openLog(database(), folder, null);
  const asset = await send('/v1/assets/', toyPicture('harbour'));
  await service.ask('POST', '/v1/blockchain/commit', ada, { asset_id: asset.id });
  await publish();
  checkId = String((await send('/v1/verify/', 'TOY harbour +edit')).verification_id);
  const answer = await get(checkId);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  bundle = new Uint8Array(answer.rawPayload);
  ({ files } = readStoredZip(bundle, BUNDLE_LIMITS));
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a bundle of evidence', () => {
  test('holds report, proof, checkpoint, models and the page that checks it, and all of it holds', async () => {
    expect(files.map(({ name }) => name)).toEqual([
      'manifest.json',
      'signature.json',
      'models.json',
      'log/checkpoint.txt',
      'log/proof.txt',
      'proof.json',
      'report.html',
      'report.json',
      'report.pdf',
      'verify.html',
    ]);
    const { holds, claims, manifest, proof } = await verifyBundle(bundle);
    expect(claims.filter((claim) => !claim.holds)).toEqual([]);
    expect(holds).toBe(true);
    expect(manifest).toMatchObject({ verification_id: checkId, signed_by: expect.any(String) });
    expect(proof).toMatchObject({ holds: true, missing: [] });
  });

  test('the same evidence is the same bytes, at another time too; another language is another bundle', async () => {
    service.ports.clock.advance(60_000);
    expect((await get(checkId)).rawPayload.equals(bundle)).toBe(true);
    const german = await get(checkId, ada, '?lang=de');
    expect(german.rawPayload.equals(bundle)).toBe(false);
    expect((await verifyBundle(new Uint8Array(german.rawPayload))).holds).toBe(true);
  });

  test('a changed byte in any file, and in what lies between them, is noticed', async () => {
    const holds = async (bytes: Uint8Array) => (await verifyBundle(bytes).catch(() => ({ holds: false }))).holds;
    const flipped = (at: number) => {
      const bytes = bundle.slice();
      bytes[at] = bytes[at]! ^ 0x01;
      return bytes;
    };
    for (const { bytes } of files)
      for (const part of [0, 0.37, 0.5, 0.99]) {
        const at = bytes.byteOffset - bundle.byteOffset + Math.floor(bytes.length * part);
        expect(await holds(flipped(at)), `byte ${at}`).toBe(false);
      }
    // The first header, and the directory with the end of the archive.
    for (let at = 0; at < 30; at += 3) expect(await holds(flipped(at)), `byte ${at}`).toBe(false);
    for (let back = 1; back < 120; back += 7) expect(await holds(flipped(bundle.length - back))).toBe(false);
  });

  test('a file that was changed and named anew is not signed; a left-out one and an added one are noticed', async () => {
    const again = (list: readonly ZipFile[]) => verifyBundle(writeStoredZip(list));
    for (const { name } of files) {
      const { holds } = await again(files.filter((file) => file.name !== name));
      expect(holds, name).toBe(false);
    }
    const added = await again([...files, { name: 'more.txt', bytes: Buffer.from('x') }]);
    expect(added.holds).toBe(false);
    const text = (name: string) => Buffer.from(files.find((file) => file.name === name)!.bytes).toString();
    const other = { name: 'manifest.json', bytes: Buffer.from(text('manifest.json').replace(checkId, ada.id)) };
    const forged = await again(files.map((file) => (file.name === other.name ? other : file)));
    expect(forged.claims).toContainEqual({ says: 'the key that the manifest names signed it', holds: false });
  });

  test('keys that the reader knows are compared', async () => {
    const { manifest } = await verifyBundle(bundle);
    expect((await verifyBundle(bundle, { signerKey: String(manifest?.signed_by) })).holds).toBe(true);
    expect((await verifyBundle(bundle, { signerKey: Buffer.alloc(32).toString('base64') })).holds).toBe(false);
    expect((await verifyBundle(bundle, { logKey: 'a.example/log+00000000+AQ' })).holds).toBe(false);
  });

  test('404: of somebody else; without an account nobody signs, and strangers get no proof of an unnamed picture', async () => {
    expect((await get(checkId, eve)).statusCode).toBe(404);
    expect((await get(checkId, null)).statusCode).toBe(404);
    const { verification_id: id } = await send('/v1/verify/', 'TOY harbour +edit', null);
    const found = await get(id, null);
    expect(found.statusCode, found.body).toBe(200);
    const { holds, manifest, proof } = await verifyBundle(new Uint8Array(found.rawPayload));
    expect({ holds, signed: manifest?.signed_by, proof }).toEqual({ holds: true, signed: null, proof: null });
  });
});
