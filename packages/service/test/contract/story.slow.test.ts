import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, startRealService } from '../support/realService.ts';

type Json = Record<string, unknown>;

let service: RealService;
let ada: Account;
let asset: Json;
let original: Buffer;
let delivered: Buffer;

const scene = (seed: number) => {
  const { width, height, channels, data } = renderScene({ width: 960, height: 640, seed });
  return sharp(data as Uint8Array, { raw: { width, height, channels } });
};
const send = (
  url: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...texts, { name: 'file', value: bytes, fileName: 'scene.jpg' }]);
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
};
const verify = async (bytes: Buffer, headers: Record<string, string> = {}): Promise<Json> => {
  const answer = await send('/v1/verify/', bytes, { include_tamper_map: 'true' }, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const get = (url: string, headers: Record<string, string> = ada.headers) =>
  service.app.inject({ method: 'GET', url: url.replace('http://assay.test', ''), headers });

const ALL_TRACKS = { track_a_detected: true, track_b_detected: true, track_c_detected: true };

beforeAll(async () => {
  service = await startRealService();
  ada = await openAccount(service, 'ada@example.org');
  original = await scene(3)
    .withExif({ IFD0: { Make: 'Assay', Model: 'Test' } })
    .jpeg({ quality: 92 })
    .toBuffer();
  const answer = await send('/v1/assets/', original, { title: 'Lake', tags: 'lake,test' }, ada.headers);
  expect(answer.statusCode, answer.body).toBe(201);
  asset = answer.json();
  const patched = await service.app.inject({
    method: 'PATCH',
    url: `/v1/organizations/${asset.organization_id}`,
    headers: ada.headers,
    payload: { public_asset_ids: true },
  });
  expect(patched.json(), patched.body).toMatchObject({ public_asset_ids: true });
  delivered = (await get(`/v1/assets/${asset.id}/download`)).rawPayload;
}, 120_000);
afterAll(() => service?.close());

describe('the main job on real parts: database, files, workers', () => {
  test('201: the asset is completed, with real hashes and CIDs, and all tracks read back from the written file', () => {
    expect(asset).toMatchObject({ processing_status: 'completed', width: 960, height: 640, mime_type: 'image/jpeg' });
    expect(asset).toMatchObject({ watermark: ALL_TRACKS });
    expect(asset.cid).toMatch(/^bafkrei[a-z2-7]{52}$/);
    expect(asset.ipfs_cid).toMatch(/^baf[ky]/);
    expect(asset.tiff_metadata).toMatchObject({ Make: 'Assay' });
    expect((asset.watermark as Json).psnr_db).toBeGreaterThan(38);
  });

  test('200: the delivered file has the original’s format and size, and what was stored is what was sent', async () => {
    expect(await sharp(delivered).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 640 });
    const stored = await get(`/v1/assets/${asset.id}/download?variant=original`);
    expect(stored.rawPayload.equals(original)).toBe(true);
    const preview = await get(String(asset.preview_url), {});
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 });
  });

  test('200: original and delivered file are authentic with exactly 1; marks are read from the delivered one', async () => {
    expect(await verify(original)).toMatchObject({ verdict: 'authentic', confidence: 1, asset_id: asset.id });
    const result = await verify(delivered);
    const payload = Buffer.from(String(asset.id).replaceAll('-', ''), 'hex').toString('base64');
    expect(result).toMatchObject({
      verdict: 'authentic',
      confidence: 1,
      watermark: { ...ALL_TRACKS, payload },
      metadata: { exif_intact: true },
    });
    const map = await sharp(Buffer.from(String(result.tamper_map), 'base64')).metadata();
    expect(map).toMatchObject({ format: 'png', channels: 1 });
    expect(Math.abs(map.width / map.height - 1.5)).toBeLessThan(0.01);
  });

  test('200: a recompressed, reduced copy is authentic and told to be one', async () => {
    const copy = await sharp(delivered).resize(720).jpeg({ quality: 70 }).toBuffer();
    const result = await verify(copy);
    expect(result).toMatchObject({ verdict: 'authentic', asset_id: asset.id, metadata: { exif_intact: false } });
    const kinds = ((result.metadata as Json).modifications as Json[]).map(({ type }) => type);
    expect(kinds).toEqual(expect.arrayContaining(['resize', 'recompress']));
  });

  test('200: a spliced copy is forged, and the map shows where', async () => {
    const patch = await scene(11).extract({ left: 300, top: 250, width: 200, height: 160 }).toBuffer();
    const raw = { width: 200, height: 160, channels: 3 } as const;
    const forged = await sharp(delivered)
      .composite([{ input: patch, raw, left: 500, top: 300 }])
      .jpeg({ quality: 92 })
      .toBuffer();
    const result = await verify(forged);
    expect(result).toMatchObject({ verdict: 'forged', asset_id: asset.id });
    const [region] = result.tamper_regions as { x: number; y: number; w: number; h: number }[];
    expect(region && region.x + region.w / 2).toBeGreaterThan(500);
    expect(region && region.x + region.w / 2).toBeLessThan(700);
    const png = Buffer.from(String(result.tamper_map), 'base64');
    const map = await sharp(png).resize(960, 640, { fit: 'fill' }).toBuffer();
    // `stats` looks at the input and not at the steps after it, so the cut is made first.
    const meanOf = async (left: number, top: number, width: number, height: number): Promise<number> => {
      const cut = await sharp(map).extract({ left, top, width, height }).toBuffer();
      return (await sharp(cut).stats()).channels[0]?.mean ?? Number.NaN;
    };
    expect(await meanOf(540, 330, 120, 100)).toBeGreaterThan(4 * (await meanOf(20, 20, 300, 200)) + 10);
  });

  test('200: another picture is unknown', async () => {
    const result = await verify(await scene(21).jpeg().toBuffer(), ada.headers);
    expect(result).toMatchObject({ verdict: 'unknown', asset_id: null, watermark: { payload: null } });
  });

  test('200: history and the single verification come back from the database as they were answered', async () => {
    const first = await verify(delivered, ada.headers);
    const history = (await get('/v1/verify/history')).json() as { items: Json[] };
    expect(history.items[0]).toMatchObject({
      id: first.verification_id,
      asset_id: asset.id,
      matched_asset: { id: asset.id, title: 'Lake', cid: asset.cid },
    });
    const again = (await get(`/v1/verify/${first.verification_id}`)).json();
    // Maps are not stored.
    const presence = first.mark_presence && { ...first.mark_presence, map: null };
    expect(again).toEqual({ ...first, tamper_map: null, mark_presence: presence });
  });

  test('200: the history of a stranger names the matched asset where its organization shares that, but neither its title nor its preview', async () => {
    const eve = await openAccount(service, 'eve@example.org');
    await send('/v1/verify/', delivered, {}, eve.headers);
    const { items } = (await get('/v1/verify/history', eve.headers)).json() as { items: Json[] };
    expect(items[0]?.matched_asset).toEqual({
      id: asset.id,
      cid: asset.cid,
      title: null,
      original_filename: null,
      preview_url: null,
    });
    const { items: own } = (await get('/v1/verify/history')).json() as { items: { matched_asset: Json | null }[] };
    expect(own[0]?.matched_asset?.preview_url).toMatch(/\/v1\/storage\/signed\//);
  });

  test('200: list, filter, search, edit on the real database', async () => {
    expect((await get('/v1/assets/?tags=LAKE&status=completed')).json()).toMatchObject({ total: 1, pages: 1 });
    expect((await get('/v1/assets/search/?q=lak')).json()).toMatchObject({ total: 1 });
    expect((await get(`/v1/assets/search/?q=${asset.content_hash}`)).json()).toMatchObject({ total: 1 });
    const url = `/v1/assets/${asset.id}`;
    const patched = await service.app.inject({ method: 'PATCH', url, headers: ada.headers, payload: { title: 'See' } });
    expect(patched.json()).toMatchObject({ title: 'See', tags: ['lake', 'test'] });
    const print = (await get(`${url}/fingerprint`)).json() as Json;
    expect(print.pdq_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('bad pictures on the real engine', () => {
  test.each([
    ['truncated', async () => (await scene(3).jpeg().toBuffer()).subarray(0, 4000)],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'GIF',
      async () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    ['empty', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('no picture at all')],
  ])('400: %s is INVALID_FILE_TYPE for upload and verify alike', async (_what, make) => {
    const bytes = await make();
    for (const url of ['/v1/assets/', '/v1/verify/']) {
      const answer = await send(url, bytes, {}, ada.headers);
      expect([answer.statusCode, (answer.json() as Json).error_code]).toEqual([400, 'INVALID_FILE_TYPE']);
    }
  });
});

test('204: deleted, and a copy is unknown from then on', async () => {
  const url = `/v1/assets/${asset.id}`;
  expect((await service.app.inject({ method: 'DELETE', url, headers: ada.headers })).statusCode).toBe(204);
  expect(await verify(delivered)).toMatchObject({ verdict: 'unknown', watermark: { payload: null } });
  expect((await get(url)).statusCode).toBe(404);
});
