import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { UPLOAD_BYTES_MAX } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
interface Results {
  results: { id?: string; deleted?: boolean; created?: boolean; asset?: Json | null; error: Json | null }[];
  total: number;
  successful: number;
  failed: number;
}

let service: TestService;
let ada: Account;
let eve: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
});
afterAll(() => service.app.close());

const send = (
  url: string,
  files: readonly Uint8Array[],
  field: string,
  who: Account | null = ada,
  fields: Json = {},
) => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));
  const form = formOf([...texts, ...files.map((value, i) => ({ name: field, value, fileName: `${i}.jpg` }))]);
  const headers = { ...form.headers, ...who?.headers };
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers });
};
const remove = (ids: unknown, who: Account = ada) =>
  service.app.inject({ method: 'POST', url: '/v1/assets/bulk-delete', headers: who.headers, payload: { ids } });

describe('uploading several', () => {
  test('200: each by itself, in order; the fields are for all', async () => {
    const files = [toyPicture('one'), Buffer.from('no picture'), Buffer.alloc(UPLOAD_BYTES_MAX + 1), toyPicture('two')];
    const answer = await send('/v1/assets/batch', files, 'files', ada, { title: 'Series' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { results, ...counts } = answer.json() as Results;
    expect(counts).toEqual({ total: 4, successful: 2, failed: 2 });
    expect(results[0]).toMatchObject({ index: 0, filename: '0.jpg', created: true, asset: { title: 'Series' } });
    expect(results[1]).toMatchObject({ asset: null, error: { error_code: 'INVALID_FILE_TYPE' } });
    expect(results[2]).toMatchObject({ asset: null, error: { error_code: 'FILE_TOO_LARGE' } });
    expect(results[3]).toMatchObject({ index: 3, asset: { processing_status: 'completed' }, error: null });
  });

  test('422: no file, or more than twenty', async () => {
    expect((await send('/v1/assets/batch', [], 'files')).statusCode).toBe(422);
    const many = Array.from({ length: 21 }, (_, i) => toyPicture(`p${i}`));
    expect((await send('/v1/assets/batch', many, 'files')).statusCode).toBe(422);
  });

  test('401: without a credential; 404: into a foreign organization nothing is uploaded', async () => {
    expect((await send('/v1/assets/batch', [toyPicture('x')], 'files', null)).statusCode).toBe(401);
    const fields = { organization_id: eve.id };
    expect((await send('/v1/assets/batch', [toyPicture('x')], 'files', ada, fields)).statusCode).toBe(404);
  });
});

describe('deleting several', () => {
  const upload = async (scene: string): Promise<string> =>
    String(((await send('/v1/assets/', [toyPicture(scene)], 'file')).json() as Json).id);

  test('200: own ones go, foreign and unknown ones are told alike, an id counts once', async () => {
    const [one, two] = [await upload('a'), await upload('b')];
    const foreign = (await send('/v1/assets/', [toyPicture('c')], 'file', eve)).json() as Json;
    const answer = await remove([one, foreign.id, two, eve.id, one]);
    const { results, ...counts } = answer.json() as Results;
    expect(counts).toEqual({ total: 4, successful: 2, failed: 2 });
    expect(results.map(({ deleted }) => deleted)).toEqual([true, false, true, false]);
    expect(results[1]?.error).toEqual(results[3]?.error);
    expect(results[1]?.error).toMatchObject({ error_code: 'ASSET_NOT_FOUND' });
    const left = await service.app.inject({ method: 'GET', url: `/v1/assets/${foreign.id}`, headers: eve.headers });
    expect(left.statusCode).toBe(200);
  });

  test('422: no ids, malformed ids, too many', async () => {
    for (const ids of [[], ['x'], 'x', Array.from({ length: 101 }, () => ada.id)])
      expect((await remove(ids)).statusCode).toBe(422);
  });
});

describe('searching by a picture', () => {
  test('200: look-alikes of the own organization, and of no other', async () => {
    const own = (await send('/v1/assets/', [toyPicture('cliff')], 'file')).json() as Json;
    await send('/v1/assets/', [toyPicture('cliff')], 'file', eve);
    const answer = await send('/v1/assets/search/by-image', [toyPicture('cliff')], 'file');
    expect(answer.statusCode, answer.body).toBe(200);
    const { items, total, threshold } = answer.json() as { items: { asset: Json }[]; total: number; threshold: number };
    expect(items.map(({ asset }) => asset.id)).toEqual([own.id]);
    expect([total, threshold]).toEqual([1, 0.8]);
    expect((await send('/v1/assets/search/by-image', [toyPicture('nowhere')], 'file')).json()).toMatchObject({
      total: 0,
    });
  });

  test('200: a search counts as a verification; one that no decoder reads too, one without a file not', async () => {
    const before = service.ports.quotas.verificationsCounted();
    await send('/v1/assets/search/by-image', [toyPicture('shore')], 'file');
    expect(service.ports.quotas.verificationsCounted()).toBe(before + 1);
    await send('/v1/assets/search/by-image', [Buffer.from('x')], 'file');
    await send('/v1/assets/search/by-image', [], 'file');
    expect(service.ports.quotas.verificationsCounted()).toBe(before + 2);
  });

  test('400: no picture; 401: no credential; 422: no file, a threshold outside', async () => {
    const url = '/v1/assets/search/by-image';
    expect((await send(url, [Buffer.from('x')], 'file')).statusCode).toBe(400);
    expect((await send(url, [toyPicture('x')], 'file', null)).statusCode).toBe(401);
    expect((await send(url, [], 'file')).statusCode).toBe(422);
    expect((await send(`${url}?threshold=2`, [toyPicture('x')], 'file')).statusCode).toBe(422);
  });
});
