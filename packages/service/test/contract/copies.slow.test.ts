import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, startRealService } from '../support/realService.ts';

/** Recipient copies through real parts: engine, files, database. */
type Json = Record<string, unknown>;

let service: RealService;
let ada: Account;
let asset: Json;
let copies: Json[];
let leaked: Buffer;

const send = (url: string, bytes: Buffer, headers: Record<string, string> = {}) => {
  const form = formOf([{ name: 'file', value: bytes, fileName: 'scene.jpg' }]);
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
};
const get = (url: string) => service.app.inject({ method: 'GET', url, headers: ada.headers });
const verify = async (bytes: Buffer, headers?: Record<string, string>): Promise<Json> =>
  (await send('/v1/verify/', bytes, headers)).json();
const download = async (copy: Json | undefined): Promise<Buffer> =>
  (await get(`/v1/assets/${asset.id}/copies/${copy?.id}/download`)).rawPayload;

beforeAll(async () => {
  service = await startRealService();
  ada = await openAccount(service, 'ada@example.org');
  const { width, height, channels, data } = renderScene({ width: 768, height: 512, seed: 11 });
  const original = await sharp(data as Uint8Array, { raw: { width, height, channels } })
    .jpeg({ quality: 92 })
    .toBuffer();
  const uploaded = await send('/v1/assets/', original, ada.headers);
  expect(uploaded.statusCode, uploaded.body).toBe(201);
  asset = uploaded.json();
  copies = [];
  for (const recipient of ['Daily News', 'Evening Post']) {
    const payload = { recipient };
    const url = `/v1/assets/${asset.id}/copies`;
    const made = await service.app.inject({ method: 'POST', url, headers: ada.headers, payload });
    expect(made.statusCode, made.body).toBe(201);
    copies.push(made.json());
  }
  leaked = await sharp(await download(copies[1]))
    .jpeg({ quality: 75 })
    .toBuffer();
}, 120_000);
afterAll(() => service?.close());

describe('recipient copies on real parts', () => {
  test('a recompressed copy names its recipient, and not the other one, to the owner', async () => {
    const found = await verify(leaked, ada.headers);
    expect(found).toMatchObject({
      verdict: 'authentic',
      asset_id: asset.id,
      recipient_copy: { id: copies[1]?.id, recipient: 'Evening Post' },
    });
    expect((await get(`/v1/verify/${found.verification_id}`)).json()).toMatchObject({
      recipient_copy: { recipient: 'Evening Post' },
    });
  });

  test('to strangers it is a copy of the asset and no more', async () => {
    const found = await verify(leaked);
    expect(found).toMatchObject({ verdict: 'authentic', asset_id: null, recipient_copy: null });
    expect(JSON.stringify(found)).not.toContain('Post');
    for (const copy of copies) expect(JSON.stringify(found)).not.toContain(String(copy.id));
  });

  test('the exact file of a copy is authentic with confidence 1', async () => {
    expect(await verify(await download(copies[0]), ada.headers)).toMatchObject({
      verdict: 'authentic',
      confidence: 1,
      recipient_copy: { recipient: 'Daily News' },
    });
  });

  test('files, usage and history agree with what was made', async () => {
    const url = `/v1/storage/assets/${asset.id}/check`;
    const checked = await service.app.inject({ method: 'POST', url, headers: ada.headers });
    expect(checked.json()).toMatchObject({ intact: true, files: { length: 5 } });
    const usage = (await get('/v1/storage/usage')).json() as { by_kind: Json };
    const sizes = copies.map(({ size_bytes }) => Number(size_bytes));
    expect(usage.by_kind).toMatchObject({ copies: sizes.reduce((sum, bytes) => sum + bytes, 0) });
    const history = (await get(`/v1/assets/${asset.id}/provenance`)).json() as { entries: Json[]; chain: Json };
    expect(history.chain).toMatchObject({ valid: true });
    expect(history.entries.map(({ action }) => action)).toEqual([
      ...['uploaded', 'marked', 'copy_created', 'copy_created'],
    ]);
  });

  test('a deleted copy names nobody any more', async () => {
    const url = `/v1/assets/${asset.id}/copies/${copies[1]?.id}`;
    expect((await service.app.inject({ method: 'DELETE', url, headers: ada.headers })).statusCode).toBe(204);
    expect(await verify(leaked, ada.headers)).toMatchObject({ asset_id: asset.id, recipient_copy: null });
  });
});
